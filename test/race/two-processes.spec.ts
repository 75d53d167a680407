import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Api, type Entry, type ScopeApi } from "../support/api.js";
import { expectWhole, journalOf } from "../support/data-file.js";
import { type ServerProcess, startAndFail, startTogether } from "../support/server-process.js";

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

describe("two servers on one file", () => {
  let dataDir: string;
  let servers: readonly [ServerProcess, ServerProcess];
  let apis: readonly [Api, Api];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
    // Together on a new file: one of them makes the schema.
    servers = (await startTogether(2, dataDir)) as [ServerProcess, ServerProcess];
    apis = [new Api(servers[0].url), new Api(servers[1].url)];
  });

  afterAll(async () => {
    for (const server of servers) await server.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });

  const both = (scopeId: string): readonly [ScopeApi, ScopeApi] => [apis[0].scope(scopeId), apis[1].scope(scopeId)];

  it("keep all forty entries that they write at once, as Revisions 1 to 40", async () => {
    const scopes = both("forty");
    const written = await Promise.all(
      scopes.flatMap((scope, process) =>
        numbers(20).map((number) => scope.remember(`process ${String(process)} says ${String(number)}`)),
      ),
    );
    expect(written.map(({ memory }) => memory.revision).sort((a, b) => a - b)).toEqual(numbers(40));
    const [left, right] = await Promise.all(scopes.map((scope) => scope.list()));
    expect(left?.entries.map(({ text }) => text).sort()).toEqual(written.map(({ entry }) => entry.text).sort());
    expect(right).toEqual(left);
    expect(await scopes[1].find("process 0 says 7", { limit: 1 })).toEqual(["process 0 says 7"]);
    await expectWhole(dataDir, "forty", 40);
  });

  it("make one Source of one event that both are told at once", async () => {
    const scopes = both("events");
    const answers = await Promise.all(
      scopes.flatMap((scope) =>
        numbers(10).flatMap((number) => [
          scope.capture("the same event", "the same content"),
          scope.capture(`event ${String(number)}`, `content ${String(number)}`),
        ]),
      ),
    );
    const positions = new Map(answers.map(({ source, position }) => [source.source_id, position]));
    expect(answers.every(({ source, position }) => positions.get(source.source_id) === position)).toBe(true);
    expect([...positions.values()].sort((a, b) => a - b)).toEqual(numbers(11));
    const journal = await journalOf(dataDir, "events");
    expect(journal.map(({ position, source_id }) => [source_id, position]).sort()).toEqual([...positions].sort());
  });

  it("make one entry of one sentence that both remember at once", async () => {
    const all = await Promise.all(
      both("sentence").flatMap((scope) => numbers(10).map(() => scope.remember("the same"))),
    );
    expect(new Set(all.map((mutation) => JSON.stringify(mutation))).size).toBe(1);
    await expectWhole(dataDir, "sentence", 1);
  });

  it("lose no update when they remember, revise and retire against the Revision they have read", async () => {
    const scopes = both("mixed");
    await scopes[0].rememberAll(numbers(6).map((number) => `entry ${String(number)} at first`));
    const before = (await scopes[1].list()).entries;
    const done = (await Promise.all(scopes.map((scope, process) => edit(scope, process)))).flat();
    const revisions = done.map(({ revision }) => revision).sort((a, b) => a - b);
    expect(revisions).toEqual(numbers(30).map((number) => number + 6));
    const { memory, entries } = await scopes[0].list({ include_inactive: true });
    expect(memory?.revision).toBe(36);
    expect(texts(entries)).toEqual(replay(before, done));
    const history = (await scopes[1].changes(6)).revisions;
    expect(history.map(({ changes }) => changes.map(({ reason }) => reason))).toEqual(
      [...done].sort((a, b) => a.revision - b.revision).map(({ reason }) => [reason]),
    );
    await expectWhole(dataDir, "mixed", 36);
  });

  it("see what the other has written at once, and go on when it is gone", async () => {
    const [left, right] = both("handover");
    for (const number of numbers(20)) {
      const [writer, reader] = number % 2 === 0 ? [left, right] : [right, left];
      const { entry } = await writer.remember(`handed over ${String(number)}`);
      expect(await reader.get(entry.citation)).toEqual(entry);
      expect(await reader.find(`handed ${String(number)}`, { limit: 1 })).toEqual([entry.text]);
    }
    const { port } = new URL(servers[0].url);
    const third = await startAndFail({ HTTP_PORT: port }, dataDir);
    expect(third).toMatchObject({ code: 1, output: expect.stringContaining(`port ${port}: another process`) });
    expect(third.milliseconds).toBeLessThan(5_000);
    expect(await servers[0].kill("SIGTERM")).toEqual({ code: 0, signal: null });
    expect((await right.remember("alone now")).memory.revision).toBe(21);
    expect(await servers[1].kill("SIGTERM")).toEqual({ code: 0, signal: null });
    await expectWhole(dataDir, "handover", 21);
  });
});

interface Edit {
  readonly revision: number;
  readonly reason: string;
  readonly entry: Entry;
}

/** Fifteen edits, each based on the newest Revision and begun again when somebody else was faster. */
async function edit(scope: ScopeApi, process: number): Promise<readonly Edit[]> {
  const done: Edit[] = [];
  while (done.length < 15) {
    const { memory, entries } = await scope.list();
    const reason = `edit ${String(process)}.${String(done.length)}`;
    const citation = entries[(done.length * 7 + process) % entries.length]?.citation;
    const [operation, body] = (
      [
        ["remember_memory", { kind: "fact", text: reason, reason, expected_revision: memory?.revision }],
        ["revise_memory_entry", { citation, kind: "fact", text: reason, reason }],
        ["retire_memory_entry", { citation, reason }],
      ] as const
    )[done.length % 3]!;
    const { status, body: answered } = await scope.call(operation, body);
    if (status === 409) continue;
    expect(status).toBe(200);
    const { memory: after, entry } = answered as { memory: { revision: number }; entry: Entry };
    expect(after.revision).toBe((memory?.revision ?? 0) + 1);
    done.push({ revision: after.revision, reason, entry });
  }
  return done;
}

/** The entries as they must be when every edit was done exactly once, in the order of Revisions. */
function replay(before: readonly Entry[], done: readonly Edit[]): readonly string[] {
  const inOrder = [...done].sort((a, b) => a.revision - b.revision).map(({ entry }) => entry);
  return texts([...new Map([...before, ...inOrder].map((entry) => [entry.citation.entry_id, entry])).values()]);
}

function texts(entries: readonly Entry[]): readonly string[] {
  return entries.map(({ text, state }) => `${state}: ${text}`).sort();
}
