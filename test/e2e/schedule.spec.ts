import { Api, type ScopeApi } from "../support/api.js";
import { letTimePass, prolongWaits, storedCursors } from "../support/cursors.js";
import { OpenAiServer } from "../support/openai-server.js";
import { entryOf, exceptFor, oneEntryForEach, shownSources } from "../support/scripted-memory.js";
import { startServer, type ServerProcess } from "../support/server-process.js";
import { until } from "../support/until.js";

const OFTEN = "0.1";
/** One look for due scopes, at the start. */
const ONCE = "86400";
const WINDOW = 8;

describe("the schedule", () => {
  let provider: OpenAiServer;
  let server: ServerProcess | undefined;
  let first: ServerProcess | undefined;

  beforeEach(async () => {
    provider = await OpenAiServer.start();
    provider.chat.answer(oneEntryForEach);
  });

  afterEach(async () => {
    await server?.kill("SIGKILL");
    await first?.dispose();
    await provider.down();
    server = first = undefined;
  });

  /** Starts a server on the data of the one before it. */
  const start = async (scheduleSeconds: string | undefined, timeoutSeconds?: number): Promise<ServerProcess> => {
    const env = {
      ...provider.generationSettings(timeoutSeconds),
      INFERENCE_GENERATION_MAX_REQUESTS: "1",
      RUNTIME_SOURCE_WINDOW_LIMIT: String(WINDOW),
      ...(scheduleSeconds === undefined ? {} : { RUNTIME_SCHEDULE_SECONDS: scheduleSeconds }),
    };
    server = await startServer({ env, ...(first === undefined ? {} : { dataDir: first.dataDir }) });
    first ??= server;
    return server;
  };
  const scopeOf = (running: ServerProcess, id: string): ScopeApi => new Api(running.url).scope(id);
  const captureAll = async (scope: ScopeApi, contents: readonly string[]): Promise<void> => {
    for (const content of contents) await scope.capture(`id of ${content}`, content);
  };
  const texts = async (scope: ScopeApi): Promise<readonly string[]> =>
    (await scope.list()).entries.map(({ text }) => text).sort();
  const expectEntries = async (scope: ScopeApi, contents: readonly string[]): Promise<void> => {
    const expected = contents.map(entryOf).sort();
    await until(async () => (await texts(scope)).length >= expected.length);
    expect(await texts(scope)).toEqual(expected);
  };
  const cursorOf = async (running: ServerProcess, id: string) => {
    const cursor = (await storedCursors(running.dataDir)).find(({ scope }) => scope === id);
    if (cursor === undefined) throw new Error("the scope has no cursor");
    return cursor;
  };
  const untilFailed = (running: ServerProcess, id: string, times: number): Promise<void> =>
    until(async () => (await cursorOf(running, id)).failures >= times);
  const untilAtRest = (running: ServerProcess, id: string): Promise<void> =>
    until(async () => (await cursorOf(running, id)).rests);
  /** What the model was shown, request by request. */
  const shown = (): readonly (readonly string[])[] =>
    provider
      .received("chat")
      .map((request) => shownSources(request).map(({ text }) => text))
      .filter((contents) => contents.length > 0);
  const metric = async (running: ServerProcess, name: string): Promise<number> => {
    const text = await (await fetch(`${running.url}/metrics`)).text();
    return Number(new RegExp(`^powercontext_server_${name} (\\S+)$`, "m").exec(text)?.[1]);
  };
  const readiness = async (running: ServerProcess): Promise<unknown> =>
    (await fetch(`${running.url}/health/ready`)).json();

  it("makes Memory of what was captured, with its lineage, and goes on after a rest and after a restart", async () => {
    let running = await start(OFTEN);
    let scope = scopeOf(running, "s");
    await captureAll(scope, ["one", "two", "three"]);
    await expectEntries(scope, ["one", "two", "three"]);
    const { entries } = await scope.list();
    const lineage = new Map(entries.map(({ text, source_refs }) => [text, source_refs]));
    expect(lineage.get(entryOf("two"))).toEqual([{ name: "content", source_id: "id of two" }]);
    expect(await scope.find("two", { limit: 1 })).toEqual([entryOf("two")]);
    await untilAtRest(running, "s");

    await captureAll(scope, ["four"]);
    await expectEntries(scope, ["one", "two", "three", "four"]);
    await untilAtRest(running, "s");
    expect(await metric(running, "schedule_sources_total")).toBe(4);
    expect(await metric(running, "schedule_held_scopes")).toBe(0);
    expect(await metric(running, "schedule_last_tick_seconds")).toBeGreaterThan(1_700_000_000);
    expect(await readiness(running)).toMatchObject({ status: "ready", checks: { schedule: "ready" } });

    await running.kill("SIGKILL");
    running = await start(OFTEN);
    scope = scopeOf(running, "s");
    expect((await scope.list()).entries).toHaveLength(4);
    expect(await cursorOf(running, "s")).toMatchObject({ position: 4, watermark: 4, failures: 0, rests: true });
    await captureAll(scope, ["five"]);
    await expectEntries(scope, ["one", "two", "three", "four", "five"]);
    expect(shown().flat().sort()).toEqual(["five", "four", "one", "three", "two"]);
  });

  it("does not run unless it is set, and then takes up what was left", async () => {
    let running = await start(undefined);
    await captureAll(scopeOf(running, "s"), ["one"]);
    expect(await readiness(running)).not.toMatchObject({ checks: { schedule: expect.anything() as unknown } });
    expect(await metric(running, "schedule_sources_total")).toBe(0);
    await running.kill();
    expect(shown()).toEqual([]);
    running = await start(ONCE);
    await expectEntries(scopeOf(running, "s"), ["one"]);
  });

  it("lets a scope that fails wait, across a restart, while others proceed", async () => {
    provider.chat.answer(exceptFor("poison"));
    let running = await start(OFTEN);
    await captureAll(scopeOf(running, "bad"), ["poison"]);
    await untilFailed(running, "bad", 1);
    await prolongWaits(running.dataDir);
    await captureAll(scopeOf(running, "good"), ["one", "two"]);
    await expectEntries(scopeOf(running, "good"), ["one", "two"]);
    await running.kill("SIGKILL");

    running = await start(OFTEN);
    await captureAll(scopeOf(running, "good"), ["three"]);
    await expectEntries(scopeOf(running, "good"), ["one", "two", "three"]);
    expect(shown().filter((contents) => contents.includes("poison"))).toHaveLength(1);
    expect(await cursorOf(running, "bad")).toMatchObject({ position: 0, failures: 1, rests: false });
    provider.chat.answer(oneEntryForEach);
    await letTimePass(running.dataDir);
    await expectEntries(scopeOf(running, "bad"), ["poison"]);
    expect(await cursorOf(running, "bad")).toMatchObject({ position: 1, failures: 0 });
  });

  it("halves the window down to the Source that cannot be read, holds it and never skips it", async () => {
    provider.chat.answer(exceptFor("poison"));
    const running = await start(undefined);
    const contents = ["one", "two", "three", "four", "poison", "six", "seven", "eight"];
    await captureAll(scopeOf(running, "s"), contents);
    await running.kill();

    const scheduled = await start(OFTEN);
    for (const [position, failures] of [
      [0, 1],
      [4, 1],
      [4, 2],
      [4, 3],
      [4, 4],
      [4, 5],
    ] as const) {
      await until(async () => {
        const cursor = await cursorOf(scheduled, "s");
        return cursor.position === position && cursor.failures === failures;
      });
      await letTimePass(scheduled.dataDir);
    }
    expect(shown().slice(0, 7)).toEqual([
      contents,
      contents.slice(0, 4),
      contents.slice(4),
      ["poison", "six"],
      ["poison"],
      ["poison"],
      ["poison"],
    ]);
    expect(await texts(scopeOf(scheduled, "s"))).toEqual(contents.slice(0, 4).map(entryOf).sort());
    expect(await metric(scheduled, "schedule_held_scopes")).toBe(1);
    expect(await readiness(scheduled)).toMatchObject({ status: "degraded", checks: { schedule: "not_ready" } });

    provider.chat.answer(oneEntryForEach);
    await letTimePass(scheduled.dataDir);
    await expectEntries(scopeOf(scheduled, "s"), contents);
    expect(await metric(scheduled, "schedule_held_scopes")).toBe(0);
    expect(await readiness(scheduled)).toMatchObject({ status: "ready", checks: { schedule: "ready" } });
  });

  it("holds a scope after three failures in a row, however many Sources its window still has", async () => {
    provider.chat.answer(() => "no answer");
    const stopped = await start(undefined);
    const contents = Array.from({ length: WINDOW }, (_, index) => `content ${String(index)}`);
    await captureAll(scopeOf(stopped, "s"), contents);
    await stopped.kill();
    const running = await start(OFTEN);
    for (const [failures, held] of [
      [1, 0],
      [2, 0],
      [3, 1],
    ] as const) {
      await untilFailed(running, "s", failures);
      expect(await metric(running, "schedule_held_scopes")).toBe(held);
      if (held === 0) await letTimePass(running.dataDir);
    }
    expect(await readiness(running)).toMatchObject({ status: "degraded", checks: { schedule: "not_ready" } });
    expect(shown().map(({ length }) => length)).toEqual([8, 4, 2]);
  });

  it("gives a dead provider up after a few scopes, and serves all when it is back", async () => {
    const scopes = Array.from({ length: 12 }, (_, index) => `s${String(index)}`);
    let running = await start(undefined);
    for (const id of scopes) await captureAll(scopeOf(running, id), [`of ${id}`]);
    await running.kill();
    await provider.down();

    running = await start(ONCE);
    await until(async () => (await metric(running, "schedule_failures_total")) >= 3);
    await running.kill();
    const failed = (await storedCursors(running.dataDir)).filter(({ failures }) => failures > 0);
    expect(failed.length).toBeGreaterThanOrEqual(3);
    // Three in a row, and what the other workers had in hand by then.
    expect(failed.length).toBeLessThanOrEqual(10);

    await provider.up();
    await letTimePass(running.dataDir);
    running = await start(ONCE);
    for (const id of scopes) await expectEntries(scopeOf(running, id), [`of ${id}`]);
  });

  it("lets no large backlog keep others waiting", async () => {
    let running = await start(undefined);
    const many = Array.from({ length: 6 * WINDOW }, (_, index) => `large ${String(index)}`);
    await captureAll(scopeOf(running, "large"), many);
    for (const id of ["small a", "small b", "small c"]) await captureAll(scopeOf(running, id), [id]);
    await running.kill();
    running = await start(ONCE);
    await expectEntries(scopeOf(running, "large"), many);
    const order = shown().map(([content = ""]) => content.slice(0, 5));
    expect(order.filter((name) => name === "large")).toHaveLength(6);
    expect(order.slice(0, 5).filter((name) => name === "small")).toHaveLength(3);
  });

  describe("when the server stops in the middle of a window", () => {
    it("waits for the window that runs, and begins no other", async () => {
      const running = await start(OFTEN);
      const held = provider.chat.hold();
      await captureAll(scopeOf(running, "s"), ["one"]);
      await held.arrived;
      await captureAll(scopeOf(running, "s"), ["two"]);
      const exited = running.kill("SIGTERM");
      await until(() => running.output().includes('"stopping"'));
      held.release();
      expect(await exited).toEqual({ code: 0, signal: null });
      expect(await cursorOf(running, "s")).toMatchObject({ position: 1, watermark: 2, failures: 0 });
      const again = await start(OFTEN);
      await expectEntries(scopeOf(again, "s"), ["one", "two"]);
      expect(shown().flat()).toEqual(["one", "two"]);
    });

    it("gives a window up that does not end, counts no failure and loses nothing", async () => {
      const running = await start(OFTEN, 60);
      provider.chat.next({ kind: "hang" });
      const held = provider.chat.hold();
      await captureAll(scopeOf(running, "s"), ["one"]);
      await held.arrived;
      held.release();
      expect(await running.kill("SIGTERM")).toEqual({ code: 0, signal: null });
      expect(await cursorOf(running, "s")).toMatchObject({ position: 0, watermark: 1, failures: 0 });
      const again = await start(OFTEN);
      await expectEntries(scopeOf(again, "s"), ["one"]);
    });
  });
});
