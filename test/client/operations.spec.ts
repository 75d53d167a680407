import { PowerContextClient } from "../../src/client/index.js";
import { startApp, type TestApp } from "../support/app.js";
import { failureOf } from "../support/client-failure.js";
import { operations } from "../support/contract.js";
import { OpenAiServer } from "../support/openai-server.js";

type Method = Exclude<keyof PowerContextClient, "flushThrough">;
type Path = readonly (string | number)[];

/** What the server has answered to each method: one request and its answer as they went over the wire. */
interface Exchange {
  readonly method: Method;
  readonly request: unknown;
  readonly status: number;
  readonly body: unknown;
}

const scope_id = "client/operations";
const lesson = { situation: "s", action: "a", outcome: "o", lesson: "l 漢字 😀" };
const exchanges: Exchange[] = [];

let app: TestApp;
let provider: OpenAiServer;
beforeAll(async () => {
  provider = await OpenAiServer.start();
  provider.chat.answer(() => ({ candidates: [], no_op: false, proposal: lesson }));
  app = await startApp({ env: { ...provider.generationSettings(), AUTH_TOKEN: "client-token" } });
  await everyOperation();
});
afterAll(async () => {
  await app.close();
  await provider.down();
});

/** Calls one method of the real server and keeps what was answered. */
async function call<Name extends Method>(
  method: Name,
  ...args: Parameters<PowerContextClient[Name]>
): Promise<Awaited<ReturnType<PowerContextClient[Name]>>> {
  let answered = { status: 0, body: undefined as unknown };
  const client = new PowerContextClient({
    baseUrl: app.url,
    token: "client-token",
    fetch: async (...sent) => {
      const response = await fetch(...sent);
      answered = { status: response.status, body: await response.clone().json() };
      return response;
    },
  });
  const value = await callOf(client, method)(...args);
  expect(value).toEqual(answered.body);
  exchanges.push({ method, request: args[0], ...answered });
  return value as Awaited<ReturnType<PowerContextClient[Name]>>;
}

const callOf = (client: PowerContextClient, method: Method) =>
  client[method].bind(client) as (...args: readonly unknown[]) => Promise<unknown>;

async function everyOperation(): Promise<void> {
  await call("getLiveness");
  await call("getReadiness");
  await call("getCapabilities");
  const { source } = await call("captureContentSource", {
    scope_id,
    source_id: "s-1",
    content: "We ship on Tuesdays.",
  });
  await call("flushMemory", { scope_id });
  await call("flushMemory", { scope_id });
  const first = await call("rememberMemory", { scope_id, kind: "fact", text: "Releases go out on Tuesdays 😀" });
  const revised = await call("reviseMemoryEntry", {
    scope_id,
    citation: first.entry!.citation,
    kind: "decision",
    text: "Releases go out on Wednesdays.",
    reason: "the train",
  });
  await call("searchMemory", { scope_id, query: "when do releases go out?" });
  await call("searchMemory", { scope_id: "client/empty", query: "anything" });
  await call("prepareContext", { scope_id, query: "On which day do releases go out?", max_bytes: 2000 });
  await call("prepareContext", { scope_id: "client/empty", query: "anything" });
  await call("listMemoryEntries", { scope_id });
  await call("getMemoryEntry", { scope_id, citation: first.entry!.citation });
  await call("retireMemoryEntry", { scope_id, citation: revised.entry.citation });
  await call("listMemoryChanges", { scope_id, since_revision: 0 });
  await everyReview(source);
}

async function everyReview(source: { readonly name: string; readonly source_id: string }): Promise<void> {
  const evidence = { source_refs: [source], artifact_refs: [] };
  const proposed = await call("proposeExperience", { scope_id, proposal: lesson, ...evidence, reason: "why" });
  const named = { scope_id, candidate_id: proposed.candidate_id };
  await call("getArtifactCandidate", named);
  await call("reviseArtifactCandidate", { ...named, expected_version: 1, proposal: lesson, ...evidence });
  const approved = await call("approveArtifactCandidate", { ...named, expected_version: 2 });
  await call("getExperience", { scope_id, artifact: approved.result_artifact! });
  const { candidate } = await call("generateExperience", { scope_id, ...evidence });
  await call("rejectArtifactCandidate", {
    scope_id,
    candidate_id: candidate!.candidate_id,
    expected_version: 1,
    reason: "not worth keeping",
  });
  await call("listArtifactCandidates", { scope_id, status: "approved", limit: 10 });
}

/** The failure of a method when the answer of its exchange is this one. */
function failureWhen({ method, request, status }: Exchange, body: unknown): ReturnType<typeof failureOf> {
  const client = new PowerContextClient({ fetch: () => Promise.resolve(Response.json(body, { status })) });
  return failureOf(callOf(client, method)(request));
}

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce((inner, key) => (inner as Record<string, unknown>)[key], value);

function changed(body: unknown, path: Path, change: (holder: Record<string, unknown>, key: string) => void): unknown {
  const root = { body: structuredClone(body) };
  const holder = at(root, ["body", ...path].slice(0, -1)) as Record<string, unknown>;
  change(holder, String(["body", ...path].at(-1)));
  return root.body;
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/** A value of no type that the contract allows beside that of this one. */
function ofAnotherType(value: unknown): unknown {
  if (Array.isArray(value)) return {};
  return typeof value === "string" ? 1 : typeof value === "number" ? String(value) : "x".repeat(300) + "\u0000 y";
}

describe("the client against the real server", () => {
  it("has a method for every operation, and each was answered above", () => {
    const camelCased = operations.map(({ id }) => id.replace(/_(\w)/gu, (_, letter: string) => letter.toUpperCase()));
    const methods = Object.getOwnPropertyNames(PowerContextClient.prototype).filter(
      (name) => name !== "constructor" && name !== "flushThrough",
    );
    expect(methods.sort()).toEqual(camelCased.sort());
    expect([...new Set(exchanges.map(({ method }) => method))].sort()).toEqual(camelCased);
  });

  it("hands out texts beyond the BMP unchanged", () => {
    const got = exchanges.find(({ method }) => method === "getMemoryEntry");
    expect((got?.body as { text: string }).text).toBe("Releases go out on Tuesdays 😀");
  });

  it("was answered a ready pack and an empty one, hits and none, a window and none", () => {
    const statuses = (method: Method): unknown[] =>
      exchanges.filter((one) => one.method === method).map(({ body }) => (body as { status: string }).status);
    expect(statuses("prepareContext")).toEqual(["ready", "empty"]);
    expect(statuses("flushMemory")).toEqual(["processed", "idle"]);
    expect(exchanges.filter(({ method }) => method === "searchMemory").map(({ body }) => body)).toEqual([
      expect.objectContaining({ hits: [expect.objectContaining({ matched_by: ["fts"] })] }),
      { memory: null, mode: null, hits: [] },
    ]);
  });
});

describe("an answer that differs in one place from what the server said", () => {
  it("is refused when any one field is left out", async () => {
    let count = 0;
    for (const exchange of exchanges) {
      for (const path of pathsOf(exchange.body)) {
        const holder = path.length === 0 ? undefined : at(exchange.body, path.slice(0, -1));
        if (!isObject(holder) || path.at(-2) === "checks") continue;
        const body = changed(exchange.body, path, (object, key) => Reflect.deleteProperty(object, key));
        const { kind, message } = await failureWhen(exchange, body);
        expect({ kind, message }).toEqual({ kind: "invalid_response", message: expect.stringContaining("is missing") });
        count++;
      }
    }
    expect(count).toBeGreaterThan(200);
  });

  it("is refused when any one object has a field more, whatever it is called", async () => {
    let count = 0;
    for (const exchange of exchanges) {
      for (const path of pathsOf(exchange.body).filter((one) => isObject(at(exchange.body, one)))) {
        if (path.at(-1) === "checks") continue;
        for (const name of ["note", "__proto__"]) {
          const body = changed(exchange.body, path, (object, key) => {
            const value = { enumerable: true, configurable: true, value: null };
            Object.defineProperty(object[key] as object, name, value);
          });
          const { kind, message } = await failureWhen(exchange, body);
          expect(kind).toBe("invalid_response");
          expect(message).toMatch(/has a field that the contract does not know/u);
          expect(message).not.toContain(name);
          count++;
        }
      }
    }
    expect(count).toBeGreaterThan(100);
  });

  it("is refused when any one value has another type", async () => {
    let count = 0;
    for (const exchange of exchanges) {
      for (const path of pathsOf(exchange.body)) {
        const value = at(exchange.body, path);
        const isFreeText =
          value === null && ["reason", "decision_reason", "next_cursor", "content"].includes(String(path.at(-1)));
        const other = isFreeText ? 7 : ofAnotherType(value);
        const body = changed(exchange.body, path, (object, key) => (object[key] = other));
        const { kind } = await failureWhen(exchange, body);
        expect({ path, kind }).toEqual({ path, kind: "invalid_response" });
        count++;
      }
    }
    expect(count).toBeGreaterThan(300);
  });
});
