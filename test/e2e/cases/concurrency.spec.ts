import { Api, citedAt } from "../../support/api.js";
import { startApp, type TestApp } from "../../support/app.js";

describe("calls that arrive together", () => {
  let server: TestApp;
  let api: Api;

  beforeAll(async () => {
    server = await startApp();
    api = new Api(server.url);
  });

  afterAll(() => server.close());

  it("are all answered and all kept: twenty new entries and five retirements", async () => {
    const scope = api.scope("interleaved");
    const old = await scope.rememberAll(["one", "two", "three", "four", "five"].map((n) => `old ${n}`));
    const head = old[4]!.memory;
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, index) =>
        scope.call("remember_memory", { kind: "fact", text: `new ${String(index)}` }),
      ),
      ...old.map(({ entry }) => scope.call("retire_memory_entry", { citation: citedAt(head, entry.citation) })),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 20)).toEqual(new Array(20).fill(200));
    expect(statuses.slice(20).every((status) => status === 200 || status === 409)).toBe(true);
    const retired = statuses.slice(20).filter((status) => status === 200).length;
    const { memory, entries } = await scope.list({ include_inactive: true });
    expect(memory?.revision).toBe(25 + retired);
    expect(entries.filter(({ text }) => text.startsWith("new"))).toHaveLength(20);
    expect(entries.filter(({ state }) => state === "inactive")).toHaveLength(retired);
    for (const { citation } of entries) expect((await scope.get(citation)).citation).toEqual(citation);
  });

  it("make one entry of one sentence, whoever says it", async () => {
    for (let run = 0; run < 3; run++) {
      const scope = api.scope(`same sentence ${String(run)}`);
      const all = await Promise.all(Array.from({ length: 50 }, () => scope.remember("Alice likes coffee")));
      expect(new Set(all.map((mutation) => JSON.stringify(mutation))).size).toBe(1);
      expect(all[0]?.memory.revision).toBe(1);
      expect(await scope.list()).toEqual({ memory: all[0]?.memory, entries: [all[0]?.entry] });
    }
  });

  it("let one of two editors through and tell the other which Revision there is now", async () => {
    for (let run = 0; run < 10; run++) {
      const scope = api.scope(`editors ${String(run)}`);
      const { entry } = await scope.remember("draft");
      const revise = (text: string) =>
        scope.call("revise_memory_entry", { citation: entry.citation, kind: "fact", text });
      const answers = await Promise.all([revise("left"), revise("right")]);
      const [won, lost] = answers[0].status === 200 ? answers : [...answers].reverse();
      expect(won).toMatchObject({ status: 200, body: { memory: { revision: 2 }, entry: { version: 2 } } });
      expect(lost).toMatchObject({
        status: 409,
        body: { error: { code: "revision_conflict", details: { current_revision: 2 } } },
      });
      const winner = (won?.body as { entry: { text: string } }).entry.text;
      expect((await scope.list()).entries.map(({ text }) => text)).toEqual([winner]);
      expect((await scope.changes(0)).revisions).toHaveLength(2);
    }
  });

  it("store an event once however often it is delivered, and refuse what only looks like it", async () => {
    const scope = api.scope("event");
    const deliver = (content: string) => scope.call("capture_content_source", { source_id: "event-1", content });
    const answers = await Promise.all([...new Array<string>(10).fill("the prompt"), "another prompt"].map(deliver));
    const positions = answers
      .filter(({ status }) => status === 202)
      .map(({ body }) => (body as { position: number }).position);
    expect(new Set(positions)).toEqual(new Set([1]));
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11 - positions.length);
    expect((await scope.capture("event-2", "x")).position).toBe(2);
  });

  it.each([1, 20])("are each a Source with a position of its own: 64 captures over %i scopes", async (count) => {
    const scopes = Array.from({ length: count }, (_, index) => api.scope(`captures ${String(count)} ${String(index)}`));
    const captureAll = () =>
      Promise.all(
        Array.from({ length: 64 }, async (_, n) => {
          const { position } = await scopes[n % count]!.capture(`source ${String(n)}`, `content ${String(n)}`);
          return { scope: n % count, position };
        }),
      );
    const captured = await captureAll();
    for (let scope = 0; scope < count; scope++) {
      const positions = captured.filter((one) => one.scope === scope).map(({ position }) => position);
      expect(positions.sort((a, b) => a - b)).toEqual(Array.from({ length: positions.length }, (_, n) => n + 1));
    }
    expect(await captureAll()).toEqual(captured);
  });

  it("may be the very first of a server: the scope is there by itself", async () => {
    const fresh = await startApp();
    const scope = new Api(fresh.url).scope("nobody has seen this session");
    expect(await scope.capture("first", "hello")).toMatchObject({ position: 1 });
    expect(await scope.capture("first", "hello")).toMatchObject({ position: 1 });
    expect((await scope.capture("second", "hello")).position).toBe(2);
    await fresh.close();
  });

  it("do not wait for each other across scopes, nor fail each other", async () => {
    const scopes = Array.from({ length: 20 }, (_, index) => api.scope(`parallel ${String(index)}`));
    const answers = await Promise.all(
      scopes.flatMap((scope, index) => [
        scope.remember(`fact of ${String(index)}`),
        scope.call("remember_memory", { kind: "fact", text: "x", expected_revision: 9 }),
      ]),
    );
    expect(answers.filter((answer) => "entry" in answer)).toHaveLength(20);
    for (const [index, scope] of scopes.entries())
      expect(await scope.find("fact")).toEqual([`fact of ${String(index)}`]);
  });
});
