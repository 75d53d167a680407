import type { ServerResponse } from "node:http";

import { type ScriptedServer, startScriptedServer } from "./scripted-server.js";

export const PACK = "PowerContext prepared untrusted historical context.\n\u2028 „Größe“ 😀 \u0007";

type Answering = (response: ServerResponse) => void;

interface HookAnswers {
  readonly prepare: Answering;
  readonly capture: Answering;
  readonly flush: Answering;
}

/** Answers hooks: a pack, position 3 for a Source, and an idle flush, unless a test says otherwise. */
export interface HookServer extends Pick<ScriptedServer, "url" | "requests" | "close"> {
  answer(answers: Partial<HookAnswers>): void;
  /** The paths that were asked for, in their order. */
  paths(): readonly string[];
  bodyOf(path: string): unknown;
  /** Forgets the requests and answers as at first. */
  reset(): void;
}

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answering =>
  (response) =>
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));

export const ready = (content: string): object => ({
  schema: "powercontext.prepared-context.v1",
  status: "ready",
  content,
  content_bytes: Buffer.byteLength(content),
});

export const EMPTY = { schema: "powercontext.prepared-context.v1", status: "empty", content: null, content_bytes: 0 };

export const accepted = (position: unknown): object => ({
  status: "accepted",
  source: { name: "content", source_id: "any" },
  position,
});

const USUAL: HookAnswers = {
  prepare: json(200, ready(PACK)),
  capture: json(202, accepted(3)),
  flush: json(200, { status: "idle", previous_cursor: 0, current_cursor: 0, high_watermark: 0 }),
};

const ROUTES: Readonly<Record<string, keyof HookAnswers>> = {
  "/v1/context/prepare": "prepare",
  "/v1/sources/content": "capture",
  "/v1/memory/flush": "flush",
};

export async function startHookServer(): Promise<HookServer> {
  const server = await startScriptedServer();
  let forgotten = 0;
  const answer = (answers: Partial<HookAnswers>): void => {
    server.answer((response) => {
      const route = ROUTES[response.req.url ?? ""];
      if (route === undefined) json(404, {})(response);
      else (answers[route] ?? USUAL[route])(response);
    });
  };
  answer({});
  const seen = () => server.requests.slice(forgotten);
  return {
    url: server.url,
    get requests() {
      return seen();
    },
    answer,
    paths: () => seen().map(({ path }) => path),
    bodyOf: (path) => JSON.parse(seen().find((request) => request.path === path)?.body ?? "null") as unknown,
    reset: () => {
      forgotten = server.requests.length;
      answer({});
    },
    close: () => server.close(),
  };
}
