import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { NestFastifyApplication } from "@nestjs/platform-fastify";

import { createApp, lifecycleOf } from "../../src/app.js";
import type { RuntimeBinding } from "../../src/app.module.js";
import { parseServerConfig } from "../../src/platform/config/server.config.js";
import { databaseSettings } from "./test-database.js";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed when it is JSON, else the text. */
  readonly body: unknown;
}

/** The whole application in this process, behind real HTTP, with a data directory of its own. */
export interface TestApp {
  readonly url: string;
  readonly dataDir: string;
  readonly app: NestFastifyApplication;
  /** A plain object or array is sent as JSON; strings and bytes are sent as they are. Either is declared as JSON. */
  request(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Stops the application as a signal would, and removes its data. */
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Settings without the prefix POWERCONTEXT_SERVER_. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings outside that prefix. */
  readonly shared?: Readonly<Record<string, string>>;
  readonly runtime?: RuntimeBinding;
  /** That of another application, beside it or after it; it stays. Default: a new directory. */
  readonly dataDir?: string;
}

export async function startApp({
  env = {},
  shared = {},
  runtime = "bound",
  ...given
}: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = given.dataDir ?? (await mkdtemp(join(tmpdir(), "powercontext-")));
  const config = parseServerConfig({
    POWERCONTEXT_HOME: dataDir,
    ...shared,
    ...prefixed({ HTTP_PORT: "0", LOGGING_LEVEL: "critical", ...(await databaseSettings(dataDir)), ...env }),
  });
  const app = await createApp(config, runtime);
  const lifecycle = lifecycleOf(app);
  const url = await lifecycle.listen(config.http);
  return {
    url,
    dataDir,
    app,
    request: (method, path, body, headers) => send(url, { method, path, body, headers }),
    close: async () => {
      await lifecycle.shutdown();
      if (given.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts an application for one test and stops it however the test ends. */
export async function withApp(options: TestAppOptions, test: (server: TestApp) => Promise<void>): Promise<void> {
  const server = await startApp(options);
  try {
    await test(server);
  } finally {
    await server.close();
  }
}

export function prefixed(settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`POWERCONTEXT_SERVER_${name}`, value]));
}

interface Sending {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

async function send(url: string, { method, path, body, headers }: Sending): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: encoded(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return { status: response.status, headers: response.headers, body: isJson && text !== "" ? JSON.parse(text) : text };
}

function encoded(body: unknown): string | Uint8Array {
  return typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
}
