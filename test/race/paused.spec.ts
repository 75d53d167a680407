import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Api, type ScopeApi } from "../support/api.js";
import { letTimePass } from "../support/cursors.js";
import { flushFaults } from "../support/flush-audit.js";
import { OpenAiServer } from "../support/openai-server.js";
import { oneEntryForEach, shownSources } from "../support/scripted-memory.js";
import { startServer, verifyDatabase, wholeDatabase, type ServerProcess } from "../support/server-process.js";
import { startProxy, type TcpProxy } from "../support/tcp-proxy.js";
import { engineUrl, settingsThrough, testedDatabase } from "../support/test-database.js";

const onEngineOnly = testedDatabase === "oceanbase" ? it : it.skip;
/** The engine ends a transaction that nothing is heard of for ten seconds; callers wait as long for a lock at most. */
const LONGEST_LOCK_MS = 25_000;

describe("a server that stands still", () => {
  let dataDir: string;
  let provider: OpenAiServer;
  let proxy: (TcpProxy & { close(): Promise<void> }) | undefined;
  let paused: ServerProcess;
  let other: ServerProcess;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
    provider = await OpenAiServer.start();
    provider.chat.answer(oneEntryForEach);
    proxy = testedDatabase === "oceanbase" ? await startProxy(engineUrl().address) : undefined;
    // The longest a model may take: the pause must not look like one that did not answer.
    const env = { ...provider.generationSettings(60), RUNTIME_SOURCE_WINDOW_LIMIT: "2", LOGGING_ACCESS: "false" };
    other = await startServer({ dataDir, env });
    paused = await startServer({ dataDir, env: { ...env, ...(proxy && settingsThrough(proxy, dataDir)) } });
  });

  afterEach(() => {
    paused.signal("SIGCONT");
    provider.requests.length = 0;
  });

  afterAll(async () => {
    for (const server of [paused, other]) expect(await server.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    await provider.down();
    await proxy?.close();
    expect(await verifyDatabase(dataDir)).toMatch(wholeDatabase("[1-9]\\d*"));
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Of the one that will stand still, and of the other. */
  const both = (id: string): readonly [ScopeApi, ScopeApi] => [
    new Api(paused.url).scope(id),
    new Api(other.url).scope(id),
  ];
  const captureAll = async (scope: ScopeApi, contents: readonly string[]): Promise<void> => {
    for (const content of contents) await scope.capture(content, content);
  };

  it("longer than its claim lives finds its window read, writes nothing of it, and reads the next", async () => {
    const [late, soon] = both("late");
    await captureAll(soon, ["one", "two", "three"]);
    const held = provider.chat.hold();
    const flushed = late.call("flush_memory");
    await held.arrived;
    paused.signal("SIGSTOP");
    held.release();
    await letTimePass(dataDir);
    expect(await soon.call("flush_memory")).toMatchObject(processed(0, 2));
    paused.signal("SIGCONT");
    expect(await flushed).toMatchObject(processed(2, 3));
    expect(await soon.call("flush_memory")).toMatchObject(idle(3));
    expect(await flushFaults(dataDir, other.url, "late")).toEqual([]);
    const shown = provider.received("chat").map((one) => shownSources(one).map(({ text }) => text));
    expect(shown).toEqual([["one", "two"], ["one", "two"], ["three"]]);
    expect((await soon.list()).memory?.revision).toBe(2);
  });

  it("and goes on before the one that has its window now is first, and the other has nothing left", async () => {
    const [late, soon] = both("first");
    await captureAll(soon, ["one", "two"]);
    const [first, second] = [provider.chat.hold(), provider.chat.hold()];
    const flushed = late.call("flush_memory");
    await first.arrived;
    paused.signal("SIGSTOP");
    await letTimePass(dataDir);
    const taken = soon.call("flush_memory");
    await second.arrived;
    first.release();
    paused.signal("SIGCONT");
    expect(await flushed).toMatchObject(processed(0, 2));
    second.release();
    expect(await taken).toMatchObject(idle(2));
    expect(await flushFaults(dataDir, other.url, "first")).toEqual([]);
    expect((await soon.list()).memory?.revision).toBe(1);
  });

  onEngineOnly("in the middle of a unit is waited for until the engine ends its transaction", async () => {
    const [late, soon] = both("unit");
    await soon.remember("first");
    const held = proxy?.hold("INSERT INTO memory_revision");
    const remembered = late.call("remember_memory", { kind: "fact", text: "late" });
    const release = await held;
    paused.signal("SIGSTOP");
    release?.();
    const begin = performance.now();
    let { status, body } = await soon.call("remember_memory", { kind: "fact", text: "meanwhile" });
    while (status !== 200) {
      expect({ status, body }).toMatchObject({ status: 503, body: { error: { code: "overloaded" } } });
      expect(performance.now() - begin).toBeLessThan(LONGEST_LOCK_MS);
      ({ status, body } = await soon.call("remember_memory", { kind: "fact", text: "meanwhile" }));
    }
    paused.signal("SIGCONT");
    const answer = await remembered;
    const texts = ["first", "meanwhile", ...(answer.status === 200 ? ["late"] : [])];
    if (answer.status !== 200) expect(answer).toMatchObject({ status: 503, body: { error: { code: "overloaded" } } });
    expect((await soon.list()).entries.map(({ text }) => text).sort()).toEqual(texts.sort());
    expect((await late.remember("after")).memory.revision).toBe(texts.length + 1);
  });
});

const processed = (after: number, through: number) => ({
  status: 200,
  body: { status: "processed", previous_cursor: after, current_cursor: through },
});

const idle = (cursor: number) => ({ status: 200, body: { status: "idle", current_cursor: cursor } });
