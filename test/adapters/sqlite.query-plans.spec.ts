import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Statement } from "../../src/kernel/unit-of-work.port.js";
import { activeEntriesOf } from "../../src/memory/entry-index.js";
import { MemoryAuditService } from "../../src/memory/memory-audit.service.js";
import type { ObservedStatement } from "../../src/platform/database/statement-observer.js";
import { freshScope, type OpenAdapters } from "../conformance/harness.js";
import { atRevision, MemoryCalls } from "../conformance/memory-calls.js";
import { entrySearchOver, indexRebuildOver, memoryServiceOver } from "../support/compose.js";
import { type Indexes, planFaults, planOf, readIndexes } from "../support/query-plans.js";
import { teamFacts } from "../support/team-facts.js";
import { until } from "../support/until.js";
import { sqliteFamily } from "./sqlite.family.js";

/** Run while the file is opened or checked as a whole, not by any use case. */
const OUTSIDE_USE_CASES = /^(?:migration|sqlite|oceanbase|unit-of-work|database)\./;

describe("the query plans on SQLite", () => {
  let adapters: OpenAdapters;
  let indexes: Indexes;
  let observed: readonly ObservedStatement[];

  beforeAll(async () => {
    adapters = await sqliteFamily.open();
    await workThroughEverything(adapters);
    const all = adapters.takeStatements().filter(({ statement }) => !statement.name.startsWith("test."));
    observed = [...new Map(all.map((one) => [one.statement.sql, one])).values()];
    indexes = await readIndexes(adapters.unitOfWork.reader);
  });

  afterAll(() => adapters.close());

  const faultsOf = async (statement: Statement, parameters: number): Promise<readonly string[]> =>
    planFaults(indexes, statement, await planOf(adapters.unitOfWork.reader, statement, parameters));

  it("are seen for every statement that the adapters name", () => {
    const seen = new Set(observed.map(({ statement }) => statement.name));
    const named = statementNames().filter((name) => !OUTSIDE_USE_CASES.test(name));
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((name) => !seen.has(name))).toEqual([]);
  });

  it("scan no table, and bind every column that the statement compares and an index can take", async () => {
    const faults: string[] = [];
    for (const { statement, parameters } of observed) {
      for (const line of await faultsOf(statement, parameters)) faults.push(`${statement.name}: ${line}`);
    }
    expect(faults).toEqual([]);
  });

  it.each([
    ["a table is walked", "SELECT text FROM memory_version v WHERE v.version_id = ?", /^SCAN v$/],
    ["a table without an alias is walked", "SELECT 1 FROM memory_version WHERE kind = ?", /^SCAN memory_version$/],
    [
      "a column is hidden from the index",
      "SELECT s.doc FROM search_posting s WHERE s.scope_key = ? AND s.collection = ? AND +s.term = ?",
      /^SEARCH s .*\(scope_key=\? AND collection=\?\)$/,
    ],
    [
      "a join binds the scope alone",
      `SELECT v.text FROM memory_entry e JOIN memory_version v
       ON v.scope_key = e.scope_key AND +v.entry = e.entry AND v.version = e.version
       WHERE e.scope_key = ? AND e.entry = ?`,
      /^SEARCH v .*\(scope_key=\?\)$/,
    ],
    [
      "one of two arms walks",
      `SELECT doc FROM search_posting WHERE scope_key = ? AND collection = ? AND term = ?
       UNION ALL SELECT doc FROM search_posting WHERE impact = ?`,
      /^SCAN search_posting/,
    ],
  ])("would show it when %s", async (_, sql, expected) => {
    const parameters = sql.split("?").length - 1;
    const faults = await faultsOf({ name: "test.bad", sql }, parameters);
    expect(faults).toEqual([expect.stringMatching(expected)]);
    const repaired = sql.replaceAll("+", "").replace(/version_id|kind|impact/g, "scope_key");
    expect(await faultsOf({ name: "test.good", sql: repaired }, parameters)).toEqual([]);
  });
});

/** Every name that a statement has in the adapters, read from their source. */
function statementNames(): readonly string[] {
  const folders = ["src/memory/adapters", "src/search/adapters", "src/source/adapters", "src/platform/database"];
  const sources = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".spec.ts"))
      .map((name) => readFileSync(join(folder, name), "utf8")),
  );
  const names = sources.flatMap((source) => [...source.matchAll(/"([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)"/g)]);
  return [...new Set(names.map(([, name = ""]) => name))];
}

/** All use cases over a filled scope, the repeats and repairs that seldom run included. */
async function workThroughEverything(adapters: OpenAdapters): Promise<void> {
  const { unitOfWork, scopes, journal, heads, revisions, ids, terms } = adapters;
  const rebuild = indexRebuildOver(adapters);
  const calls = new MemoryCalls(memoryServiceOver(adapters, rebuild));
  const search = entrySearchOver(adapters, rebuild);
  const scope = freshScope("plans");

  const source = { type: "content", sourceId: "s", content: "c", metadata: undefined, payloadHash: Buffer.alloc(32) };
  const capture = () => unitOfWork.run(async (tx) => journal.append(tx, await scopes.open(tx, scope), source));
  await capture();
  await capture();
  const key = (await scopes.find(unitOfWork.reader, scope))!;
  await journal.listAfter(unitOfWork.reader, key, 0, 10);

  for (const text of teamFacts(40)) await calls.remember(scope, text);
  const { entry } = await calls.remember(scope, "short");
  const revised = await calls.revise(scope, entry.citation, "漢字 kana かな longer than before");
  await calls.get(scope, revised.entry.citation);
  await calls.retire(scope, revised.entry.citation);
  await calls.list(scope);
  await calls.list(scope, true);
  await calls.changes(scope);
  await calls.changes(scope, 2);
  await calls.get(scope, atRevision(entry.citation, 41));
  const long = teamFacts(120).join("\n");
  for (const query of ["vault", "the nightly backup", "漢", "漢字かな", long]) {
    await calls.memory.search({ scopeId: scope, query, limit: 50, mode: "auto" });
    await search.recall(unitOfWork.reader, scope, query, 16);
  }

  // What a repeated unit looks for.
  await unitOfWork.run((tx) => revisions.findByOperation(tx, key, ids.next(), 0));
  await unitOfWork.run((tx) => adapters.entries.findChangedIn(tx, key, ids.next(), 1));

  // A lost index, found by a reader, rebuilt while entries go on changing, and the check of the whole.
  await unitOfWork.run((tx) => heads.distrustAllIndexes(tx));
  rebuild.start();
  await calls.remember(scope, "written while the index is rebuilt");
  await until(async () => (await rebuild.state()) === "ready");
  await rebuild.stop();
  await unitOfWork.run((tx) => tx.execute({ name: "test.empty", sql: "DELETE FROM search_posting" }, []));
  await heads.isIndexLost(unitOfWork.reader);
  rebuild.start();
  const live = async () => activeEntriesOf((await heads.read(unitOfWork.reader, scope))!);
  await until(async () => terms.hasPostings(unitOfWork.reader, await live()));
  await calls.memory.search({ scopeId: scope, query: "vault", limit: 5, mode: "fts" });
  await rebuild.stop();
  const at = await live();
  await unitOfWork.run((tx) => terms.removeSome(tx, at, 1));
  await unitOfWork.run((tx) => terms.removeSome(tx, at, 100_000));
  const audit = new MemoryAuditService(unitOfWork, scopes, heads, revisions);
  for await (const { fault } of audit.auditAll()) expect(fault).toBeUndefined();
}
