import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Api } from "../support/api.js";
import { flushFaults, isAllProcessed } from "../support/flush-audit.js";
import { OpenAiServer } from "../support/openai-server.js";
import { oneEntryForEach, shownSources } from "../support/scripted-memory.js";
import { startServer, verifyDatabase, type ServerProcess, wholeDatabase } from "../support/server-process.js";
import { testedDatabase } from "../support/test-database.js";
import { until } from "../support/until.js";

const SERVERS = testedDatabase === "sqlite" ? 2 : 3;
const SCOPES = 200;
const SOURCES = 3;
const CLIENTS = 8;
/** Generous: it only ends what hangs. */
const PATIENCE_MS = 150_000;

describe(`${String(SERVERS)} servers with schedules on one database`, () => {
  let dataDir: string;
  let provider: OpenAiServer;
  const servers: ServerProcess[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
    provider = await OpenAiServer.start();
    provider.chat.answer(oneEntryForEach);
    const env = {
      ...provider.generationSettings(20),
      RUNTIME_SCHEDULE_SECONDS: "0.1",
      RUNTIME_SOURCE_WINDOW_LIMIT: "2",
      LOGGING_ACCESS: "false",
    };
    for (let server = 0; server < SERVERS; server++) servers.push(await startServer({ dataDir, env }));
  });

  afterAll(async () => {
    for (const server of servers) await server.kill("SIGKILL");
    await provider.down();
    await rm(dataDir, { recursive: true, force: true });
  });

  it(`make each of ${String(SCOPES * SOURCES)} Sources of ${String(SCOPES)} scopes an entry once, and ask the model once`, async () => {
    const sources = Array.from({ length: SCOPES * SOURCES }, (_, index) => ({
      scope: `scope ${String(index % SCOPES)}`,
      content: `source ${String(index)}`,
    }));
    const left = [...sources.entries()];
    const capture = async (): Promise<void> => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const [index, { scope, content }] = next;
        await new Api(servers[index % SERVERS]!.url).scope(scope).capture(content, content);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, capture));
    await until(() => isAllProcessed(dataDir), PATIENCE_MS);

    expect(await flushFaults(dataDir, servers[0]!.url)).toEqual([]);
    const shown = provider.received("chat").flatMap((request) => shownSources(request).map(({ text }) => text));
    expect(shown.sort()).toEqual(sources.map(({ content }) => content).sort());
    for (const server of servers) {
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      expect(metrics).toMatch(/^powercontext_server_schedule_windows_total [1-9]/m);
      expect(metrics).toMatch(/^powercontext_server_schedule_failures_total 0$/m);
      expect(await server.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    }
    expect(await verifyDatabase(dataDir)).toMatch(wholeDatabase("\\d+"));
  }, 180_000);
});
