import { OceanBaseConfig } from "../../src/platform/config/oceanbase.config.js";
import { memoryWritesConformance } from "../conformance/memory-writes.conformance.js";
import { freshScope, type OpenAdapters } from "../conformance/harness.js";
import { searchConformance } from "../conformance/search.conformance.js";
import { sourceJournalConformance } from "../conformance/source-journal.conformance.js";
import { vectorSearchConformance } from "../conformance/vector-search.conformance.js";
import { emptyDatabase, openEngineDatabase } from "../support/engine-database.js";
import { ExperienceStage } from "../support/experience-stage.js";
import { engineUrl, onEngine } from "../support/test-database.js";
import { openOceanBaseAdapters } from "./oceanbase.family.js";

const PARTITIONS = 4;
/** Found by the text of a scope, or of no scope. */
const WHOLE = ["migration", "scope", "vector_profile"];

/** One database for all suites of this file. */
const database = emptyDatabase();

async function openPartitioned(): Promise<OpenAdapters> {
  const limits = { poolSize: 8, statementTimeoutMs: 10_000, partitions: PARTITIONS };
  return openOceanBaseAdapters(new OceanBaseConfig({ ...engineUrl(), database: await database, ...limits }));
}

const family = { name: `OceanBase with ${String(PARTITIONS)} partitions`, open: openPartitioned };

sourceJournalConformance(family);
memoryWritesConformance(family);
searchConformance(family);
vectorSearchConformance(family);

describe("an OceanBase database that is made with partitions", () => {
  let adapters: OpenAdapters;

  beforeAll(async () => {
    adapters = await openPartitioned();
  });

  afterAll(() => adapters.close());

  it("has every table of scopes on so many, also those made later, and the others whole", async () => {
    const database = await emptyDatabase();
    const opened = await openEngineDatabase({ url: { database }, partitions: PARTITIONS });
    await opened.tables.ensure({ name: "memory_vector_3", sql: VECTORS });
    await opened.close();
    const counts = await partitionsOf(database);
    expect(counts).toMatchObject(Object.fromEntries(WHOLE.map((table) => [table, 0])));
    const ofScopes = Object.keys(counts).filter((table) => !WHOLE.includes(table));
    expect(ofScopes).toEqual(expect.arrayContaining(["artifact", "journal_head", "memory_vector_3", "search_posting"]));
    expect(new Set(ofScopes.map((table) => counts[table]))).toEqual(new Set([PARTITIONS]));
  });

  it("keeps them whatever a later start asks for, and says so", async () => {
    const database = await emptyDatabase();
    const told: unknown[] = [];
    const open = async (partitions?: number): Promise<void> => {
      const onOtherPartitions = (...numbers: readonly number[]): void => void told.push(numbers);
      await (await openEngineDatabase({ url: { database }, partitions, onOtherPartitions })).close();
    };
    await open(PARTITIONS);
    const before = await partitionsOf(database);
    await open();
    await open(PARTITIONS);
    expect(told).toEqual([]);
    // As if a new release brought a table: it follows the database, not the setting.
    await onEngine("DROP TABLE artifact", database);
    await onEngine("DELETE FROM migration WHERE step = 36", database);
    await open(8);
    expect(told).toEqual([[8, PARTITIONS]]);
    expect(await partitionsOf(database)).toEqual(before);
  });

  it("stays whole when it was made without, and says so", async () => {
    const database = await emptyDatabase();
    const told: unknown[] = [];
    const onOtherPartitions = (...numbers: readonly number[]): void => void told.push(numbers);
    await (await openEngineDatabase({ url: { database } })).close();
    await (await openEngineDatabase({ url: { database }, partitions: 4, onOtherPartitions })).close();
    expect(told).toEqual([[4, 1]]);
    expect(new Set(Object.values(await partitionsOf(database)))).toEqual(new Set([0]));
  });

  it("is read and written in one partition by prepare, search, remember and capture", async () => {
    const stage = new ExperienceStage(adapters);
    const scope = freshScope("pruned");
    await stage.approve(scope, "deploying the staging worker on a Friday went wrong");
    adapters.takeStatements();
    await stage.memory.remember(scope, "the staging worker is deployed on Mondays");
    await stage.lessons(scope, "when is the staging worker deployed");
    await stage.review.capture(freshScope("pruned"));
    const statements = new Map(adapters.takeStatements().map(({ statement }) => [statement.sql, statement.name]));
    expect([...statements.values()]).toEqual(expect.arrayContaining(EXPECTED));
    for (const [sql, name] of statements) expect([name, await spreadAccesses(sql)]).toEqual([name, []]);
    expect(await spreadAccesses("SELECT COUNT(*) FROM memory_head")).toHaveLength(1);
  });
});

const EXPECTED = ["memory-head.read-counted", "memory-entry.ranked", "memory-version.insert", "journal.insert"];

const VECTORS = `CREATE TABLE IF NOT EXISTS memory_vector_3 (
  scope_key BIGINT NOT NULL, entry BIGINT NOT NULL, vector VECTOR(3) NOT NULL, PRIMARY KEY (scope_key, entry)
) /*PARTITIONS*/`;

/** Table → number of partitions, 0 without. */
async function partitionsOf(database: string): Promise<Readonly<Record<string, number>>> {
  const tables = (await onEngine("SHOW TABLES", database)) as readonly Record<string, string>[];
  const counts: Record<string, number> = {};
  for (const table of tables.flatMap((row) => Object.values(row))) {
    const [row] = (await onEngine(`SHOW CREATE TABLE ${table}`, database)) as readonly Record<string, string>[];
    counts[table] = (row?.["Create Table"] ?? "").match(/partition `p\d+`/g)?.length ?? 0;
  }
  return counts;
}

/**
 * The accesses in the plan of a statement that are not to one partition: neither named there nor, in a join, picked by the
 * scope of the row before.
 */
async function spreadAccesses(sql: string): Promise<readonly string[]> {
  const filled = sql.replaceAll("LIMIT ?", "LIMIT 1").replaceAll("?", "'1'");
  const rows = (await onEngine(`EXPLAIN ${filled}`, await database)) as readonly Record<string, string>[];
  const plan = rows.flatMap((row) => Object.values(row)).join("\n");
  expect(plan).toContain("Outputs & filters");
  const accesses = plan.split(/^ *\d+ - /mu).filter((access) => access.includes("partitions("));
  return accesses.filter((access) => SPREAD.test(access) && !OF_ONE_SCOPE.test(access));
}

const SPREAD = /partitions\(p(?:\[|\d+,)/u;
const OF_ONE_SCOPE = /range_cond\([^]*\[\w+\.scope_key = :\d+\]/u;
