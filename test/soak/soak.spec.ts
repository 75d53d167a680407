import { setTimeout as pause } from "node:timers/promises";

import { letItInvent } from "../support/inventive-model.js";
import { OpenAiServer } from "../support/openai-server.js";
import { type ServerProcess, startServer, verifyDatabase } from "../support/server-process.js";
import { until } from "../support/until.js";
import { Load } from "./load.js";
import { Observer, TABLE_HEAD, tableRow } from "./observer.js";
import { verdictOf } from "./trend.js";

/** Set by `npm run soak`. */
const MINUTES = Number(process.env["POWERCONTEXT_SOAK_MINUTES"] ?? 0);
const SAMPLE_MS = 10_000;
/** Everything that is done, so that none of it is left out unnoticed. */
const KINDS = [
  ...["capture", "flush", "remember", "revise", "conflict", "retire", "search", "prepare", "history", "list all"],
  ...["propose", "revise proposal", "approve", "reject", "generate", "inbox"],
  ...["tool search", "tool remember", "tools", "get", "list", "remember again", "capture again", "changes", "refused"],
  "hang up",
];

describe("a server under mixed load", () => {
  let provider: OpenAiServer;
  let server: ServerProcess;
  let load: Load;

  beforeAll(async () => {
    provider = await OpenAiServer.start();
    letItInvent(provider);
    const models = { ...provider.generationSettings(60), ...provider.embeddingSettings() };
    // A machine that is busy with other things is no fault of the server: nothing is refused for being late.
    const patience = { INFERENCE_EMBEDDING_QUERY_DEADLINE_MS: "30000", INFERENCE_EMBEDDING_TIMEOUT_SECONDS: "60" };
    server = await startServer({ env: { ...models, ...patience } });
    load = new Load(server.url);
    await load.start();
  });

  afterAll(async () => {
    await load.stop().catch(() => undefined);
    await server.dispose();
    await provider.down();
  });

  const watch = MINUTES > 0 ? it : it.skip;
  watch(
    "keeps its memory and its descriptors",
    async () => {
      const observer = new Observer(server);
      const end = performance.now() + MINUTES * 60_000;
      process.stdout.write(`${TABLE_HEAD}\n`);
      while (performance.now() < end) {
        await pause(SAMPLE_MS);
        load.throwFailure();
        process.stdout.write(`${tableRow(await observer.look(load.calls))}\n`);
        // Of the stand-in for a model nobody asks what it was sent.
        provider.requests.length = 0;
      }
      const verdict = verdictOf(observer.samples);
      process.stdout.write(`${JSON.stringify({ ...verdict, overloaded: load.overloaded })}\n`);
      expect(verdict.faults).toEqual([]);
    },
    MINUTES * 60_000 + 60_000,
  );

  it("answers every kind of call, and all as the contract says", async () => {
    await until(() => {
      load.throwFailure();
      return KINDS.every((kind) => load.done.has(kind)) && (load.done.get("hang up") ?? 0) > 30;
    }, 50_000);
    const { residentMb, heapMb, descriptors } = await new Observer(server).look(load.calls);
    await load.stop();
    expect([...load.done.keys()].sort()).toEqual(KINDS.toSorted());
    expect(Math.min(residentMb, heapMb, descriptors)).toBeGreaterThan(10);
  });

  it(
    "leaves a database without a fault",
    async () => {
      await server.kill("SIGTERM");
      expect(await verifyDatabase(server.dataDir)).toMatch(/^database: 0 faults\n.*, 0 faults\n.*, 0 faults\n$/u);
    },
    60_000 + MINUTES * 20_000,
  );
});
