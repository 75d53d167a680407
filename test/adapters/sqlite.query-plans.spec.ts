import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { SqlInboxStatistics } from "../../src/experience/adapters/inbox-statistics.repository.js";
import { SqlPastProposals } from "../../src/experience/adapters/past-proposals.repository.js";
import { SqlReviewIndexes } from "../../src/experience/adapters/review-indexes.repository.js";
import { proposalHash } from "../../src/experience/domain/proposal.policy.js";
import type { ScopeId } from "../../src/kernel/ids.js";
import type { Statement } from "../../src/kernel/unit-of-work.port.js";
import { activeEntriesOf } from "../../src/memory/entry-index.js";
import { MemoryAuditService } from "../../src/memory/memory-audit.service.js";
import type { ObservedStatement } from "../../src/platform/database/statement-observer.js";
import { CaptureBatches } from "../../src/source/capture-batches.service.js";
import { freshScope, type OpenAdapters } from "../conformance/harness.js";
import { atRevision, MemoryCalls } from "../conformance/memory-calls.js";
import { aProposal, ReviewCalls } from "../conformance/review-calls.js";
import { entrySearchOver, indexRebuildOver, memoryServiceOver } from "../support/compose.js";
import { vectorsOver } from "../support/compose-vectors.js";
import { embeddingModelOver, newSpace, openSpace } from "../support/embedding.js";
import { experienceAuditOver, reviewOver } from "../support/compose-review.js";
import { ExperienceStage } from "../support/experience-stage.js";
import { FlushWorld } from "../support/flush-world.js";
import { OpenAiServer } from "../support/openai-server.js";
import { type Indexes, planFaults, planOf, readIndexes } from "../support/query-plans.js";
import { RepeatingUnitOfWork } from "../support/repeating-unit-of-work.js";
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
    await workThroughFlushes(adapters);
    await workThroughVectors(adapters);
    await workThroughExperiences(adapters);
    await workThroughReview(adapters);
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
  const folders = [
    "src/experience/adapters",
    "src/memory/adapters",
    "src/search/adapters",
    "src/source/adapters",
    "src/platform/database",
  ];
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
  const batches = new CaptureBatches(unitOfWork, scopes, journal);
  const captured = [scope, freshScope("plans")];
  for (const id of ["first", "second"]) {
    await Promise.all(
      [...captured, ...captured].map((to, n) => batches.take(to, { ...source, sourceId: `${id} ${String(n)}` })),
    );
  }
  const key = (await scopes.find(unitOfWork.reader, scope))!;
  await journal.listAfter(unitOfWork.reader, key, 0, 10);
  await workThroughCursors(adapters);

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

/** Windows with candidates of every kind, one that fails, and what people do meanwhile. */
async function workThroughFlushes(adapters: OpenAdapters): Promise<void> {
  const provider = await OpenAiServer.start();
  try {
    const world = new FlushWorld(adapters, provider);
    await world.extract({ text: "Releases go out on Tuesdays." }, { text: "Use tabs." });
    await world.calls.retire(world.scope, (await world.entry("Use tabs.")).citation);
    await world.capture("about releases");
    provider.chat.next({ kind: "status", status: 400 });
    await expect(world.flush()).rejects.toMatchObject({ code: "inference_unavailable" });
    await world.flush({ text: "use TABS" }, { op: "revise", entry: "e1", text: "Releases go out on Thursdays." });
    await world.extract(...teamFacts(20).map((text) => ({ text })));
    await expect(world.texts()).resolves.toHaveLength(21);
  } finally {
    await provider.down();
  }
}

/** What a server with an embedding model does beyond that. */
async function workThroughVectors(adapters: OpenAdapters): Promise<void> {
  const provider = await OpenAiServer.start(16);
  try {
    await openSpace(adapters, embeddingModelOver(provider));
    const vectors = vectorsOver(adapters, await newSpace(adapters, embeddingModelOver(provider)));
    const calls = new MemoryCalls(memoryServiceOver(adapters, indexRebuildOver(adapters), vectors));
    const scope = freshScope("plans");
    await new MemoryCalls(memoryServiceOver(adapters)).remember(scope, "written without a vector");
    vectors.fill.start();
    const search = (mode: "auto" | "vector") =>
      calls.memory.search({ scopeId: scope, query: "vector", limit: 50, mode });
    await until(async () => (await search("auto")).mode === "hybrid");
    await search("vector");
    const { entry } = await calls.remember(scope, "written with one");
    await calls.retire(scope, entry.citation);
    await vectors.fill.stop();
    await vectors.fill.countIncomplete();
    await adapters.unitOfWork.run((tx) => adapters.heads.expectAllVectors(tx));
  } finally {
    await provider.down();
  }
}

/** The life of a cursor: claimed twice, failed, claimed, given back, moved, put to rest, woken. */
async function workThroughCursors({ unitOfWork, scopes, journal, cursors, ids }: OpenAdapters): Promise<void> {
  const { reader } = unitOfWork;
  const scope = freshScope("cursors");
  const source = { type: "content", content: "c", metadata: undefined, payloadHash: Buffer.alloc(32) };
  const key = await unitOfWork.run((tx) => scopes.open(tx, scope));
  const capture = (sourceId: string) => unitOfWork.run((tx) => journal.append(tx, key, { ...source, sourceId }));
  await capture("first");
  expect(await cursors.backlog(reader, scope, "memory")).toMatchObject({ cursor: 0, highWatermark: 1 });
  expect(await cursors.due(reader, "memory", "healthy", 10)).toContainEqual({ scope: key, scopeId: scope });
  expect(await cursors.countFailing(reader, "memory", 1, 10)).toBe(0);
  const [claim, late] = [ids.next(), ids.next()];
  await unitOfWork.run((tx) => cursors.claim(tx, key, "memory", { claim, forMs: 60_000 }));
  await unitOfWork.run((tx) => cursors.claim(tx, key, "memory", { claim: late, forMs: 60_000 }));
  await unitOfWork.run((tx) => cursors.renew(tx, key, "memory", { claim, forMs: 60_000 }));
  await unitOfWork.run((tx) => cursors.recordFailure(tx, key, "memory", { claim, retryInMs: 0 }));
  await unitOfWork.run((tx) => cursors.claim(tx, key, "memory", { claim, forMs: 60_000 }));
  await unitOfWork.run((tx) => cursors.release(tx, key, "memory", claim));
  await unitOfWork.run(async (tx) => {
    await cursors.lock(tx, key, "memory");
    await cursors.advance(tx, key, "memory", 1);
  });
  await unitOfWork.run((tx) => cursors.rest(tx, key, "memory"));
  await capture("second");
}

/** Both sources recalled, with either index live, aged and lost. */
async function workThroughExperiences(adapters: OpenAdapters): Promise<void> {
  const scope = freshScope("plans");
  const stage = new ExperienceStage(adapters);
  const first = await stage.approve(scope, "keep the walrus out of the pipeline");
  await stage.recall(scope, "walrus");
  for (const text of teamFacts(20)) await stage.memory.remember(scope, text);
  for (const query of ["walrus", "vault and walrus", "漢", "漢字かな", "qqqq"]) {
    await stage.recall(scope, query);
    await stage.recall(scope, query, { byScan: true });
  }
  await stage.age(scope, 0);
  stage.rebuild.start();
  await stage.approve(scope, "approved while the index is rebuilt", first);
  await until(async () => (await stage.rebuild.state()) === "ready");
  await stage.rebuild.stop();
  const indexes = new SqlReviewIndexes();
  await indexes.isLost(adapters.unitOfWork.reader);
  await adapters.unitOfWork.run((tx) => indexes.distrustAll(tx));
}

/** The life of Candidates, of which one is revised by a unit that is run twice. */
async function workThroughReview(adapters: OpenAdapters): Promise<void> {
  const scope = freshScope("plans");
  const calls = new ReviewCalls(reviewOver(adapters), adapters);
  await calls.capture(scope, "alice", "bob", "carol");
  const first = await calls.approved(scope, "one");
  const sourceRefs = ["alice", "bob", "carol"].map((sourceId) => ({ name: "content", sourceId }));
  await calls.propose(scope, "two", { sourceRefs, target: first, artifactRefs: [first] });
  const candidate = await calls.propose(scope, "three");
  const repeating = reviewOver(adapters, new RepeatingUnitOfWork(adapters.unitOfWork));
  await new ReviewCalls(repeating, adapters).revise(scope, candidate, "better");
  await calls.reject(scope, candidate, 2);
  await calls.get(scope, candidate);
  await Promise.all([calls.list(scope), calls.read(scope, first)]);
  await readForIncubation(adapters, scope);
  for await (const { fault } of experienceAuditOver(adapters).auditAll()) expect(fault).toBeUndefined();
}

/** What a model is shown and what its proposals are compared with, and the gauges of the inbox. */
async function readForIncubation(adapters: OpenAdapters, scope: ScopeId): Promise<void> {
  const { reader } = adapters.unitOfWork;
  const key = (await adapters.scopes.find(reader, scope))!;
  const past = new SqlPastProposals();
  expect(await past.known(reader, key, [proposalHash(aProposal("three"))])).toHaveLength(1);
  expect(await past.latest(reader, key, 0, 10)).toHaveLength(3);
  const statistics = new SqlInboxStatistics();
  expect(await statistics.countPending(reader, 10)).toBeGreaterThan(0);
  expect(await statistics.oldestPendingAt(reader)).toBeGreaterThan(0);
  expect(await adapters.journal.contentOf(reader, key, "content", "alice")).toBe("c");
  await adapters.revisions.activeIn(reader, scope, 1, 10);
}
