import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Api, citedAt, type CheckedAnswer, type Mutation, type ScopeApi } from "../support/api.js";
import { OpenAiServer } from "../support/openai-server.js";
import { ReviewApi } from "../support/review-api.js";
import { oneEntryForEach } from "../support/scripted-memory.js";
import { startServer, verifyDatabase, wholeDatabase, type ServerProcess } from "../support/server-process.js";
import { startProxy, type TcpProxy } from "../support/tcp-proxy.js";
import { databaseSettings, engineUrl, settingsThrough } from "../support/test-database.js";
import { until } from "../support/until.js";

/** Each statement takes so much longer. */
const DELAY_MS = 200;
/** A unit waits at most ten seconds for its turn and runs at most ten, and a read as long. */
const LONGEST_ANSWER_MS = 25_000;
/** As the contract says. */
const READINESS_MS = 2_500;
/** Four times as many as there are connections that write. */
const CLIENTS = 16;

describe("a server whose OceanBase is slow", () => {
  let dataDir: string;
  let provider: OpenAiServer;
  let proxy: TcpProxy & { close(): Promise<void> };
  let server: ServerProcess;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
    provider = await OpenAiServer.start(16);
    provider.chat.answer(oneEntryForEach);
    proxy = await startProxy(engineUrl().address);
    await databaseSettings(dataDir);
    const models = { ...provider.generationSettings(), ...provider.embeddingSettings() };
    const env = { ...models, ...settingsThrough(proxy, dataDir) };
    server = await startServer({ dataDir, env });
    // So that what is slow is its database alone, not its first statements.
    await new Api(server.url).scope("warm").remember("warm");
    proxy.delay(DELAY_MS);
  });

  afterAll(async () => {
    await server.kill("SIGKILL");
    await proxy.close();
    await provider.down();
    await rm(dataDir, { recursive: true, force: true });
  });

  it("does everything right, in Memory and in the inbox", async () => {
    const scope = new Api(server.url).scope("calm");
    await scope.capture("s-1", "The ferry leaves at noon.");
    await Promise.all([liveAnEntry(scope), approveAnExperience(new ReviewApi(scope))]);
    expect((await scope.call("flush_memory")).body).toMatchObject({ status: "processed", current_cursor: 1 });
    expect((await scope.list()).entries.map(({ text }) => text)).toEqual(["Recorded: The ferry leaves at noon."]);
  });

  it("answers more clients than it has connections, refuses as overloaded at most, and stays ready", async () => {
    const api = new Api(server.url);
    const answers: { readonly status: number; readonly code: string | undefined; readonly ms: number }[] = [];
    const remembered: string[] = [];
    const readiness: number[] = [];
    const over = new AbortController();
    const timed = async (call: Promise<CheckedAnswer>): Promise<CheckedAnswer> => {
      const begin = performance.now();
      const answer = await call;
      const { error } = answer.body as { readonly error?: { readonly code: string } };
      answers.push({ status: answer.status, code: error?.code, ms: performance.now() - begin });
      return answer;
    };
    const client = async (number: number): Promise<void> => {
      const scope = api.scope(`scope ${String(number % 8)}`);
      const text = `Client ${String(number)} was here.`;
      const { status, body } = await timed(scope.call("remember_memory", { kind: "fact", text }));
      if (status === 200) remembered.push((body as Mutation).entry.text);
      await timed(scope.call("capture_content_source", { source_id: text, content: text }));
      await timed(scope.call("search_memory", { query: text }));
      await timed(scope.call("prepare_context", { query: text }));
    };
    const probe = (async () => {
      while (!over.signal.aborted) {
        const begin = performance.now();
        const { status, body } = await api.call("get_readiness");
        readiness.push(performance.now() - begin);
        if (status !== 200) expect(body).toMatchObject({ status: "not_ready", checks: { database: "timeout" } });
      }
    })();
    await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
    over.abort();
    await probe;

    const refusals = answers.filter(({ status }) => status > 299);
    expect(refusals.filter(({ code }) => code !== "overloaded")).toEqual([]);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(LONGEST_ANSWER_MS);
    expect(Math.max(...readiness)).toBeLessThan(READINESS_MS);
    expect(answers.length - refusals.length).toBeGreaterThan(answers.length / 2);

    proxy.delay(0);
    await until(async () => (await api.call("get_readiness")).status === 200);
    const kept: string[] = [];
    for (let number = 0; number < 8; number++) {
      kept.push(...(await api.scope(`scope ${String(number)}`).list()).entries.map(({ text }) => text));
    }
    expect(remembered.filter((text) => !kept.includes(text))).toEqual([]);
    expect(new Set(kept).size).toBe(kept.length);
    expect(await server.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(await verifyDatabase(dataDir)).toMatch(wholeDatabase("[1-9]\\d*", 2));
  });
});

async function liveAnEntry(scope: ScopeApi): Promise<void> {
  const { entry } = await scope.remember("The lighthouse is white.");
  const { memory, entry: revised } = await scope.revise(entry.citation, "The lighthouse is red.");
  expect(await scope.find("lighthouse", { limit: 1 })).toEqual(["The lighthouse is red."]);
  expect((await scope.prepare("What colour is the lighthouse?")).status).toBe("ready");
  await scope.retire(citedAt(memory, revised.citation));
}

async function approveAnExperience(inbox: ReviewApi): Promise<void> {
  const target = await inbox.approved("the first");
  const better = await inbox.revise(await inbox.proposeOn(target, "the second"), "better", {
    target,
    artifact_refs: [target],
  });
  expect((await inbox.approve(better)).result_artifact).toEqual({ ...target, revision: 2 });
}
