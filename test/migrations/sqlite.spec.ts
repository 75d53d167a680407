import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { SqliteDatabase } from "../../src/platform/database/database.sqlite.js";
import { readMigrationSteps } from "../../src/platform/database/migration-files.js";
import { SystemClock } from "../../src/platform/database/system-clock.js";
import { type RawSqlite, withRawSqlite } from "../support/raw-sqlite.js";
import { until } from "../support/until.js";

const STEPS = readMigrationSteps("sqlite");
const FIRST_CURSOR_STEP = 16;

describe("the migrations of a SQLite file", () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "powercontext-"));
    path = join(folder, "inner", "test.db");
  });

  afterEach(() => rm(folder, { recursive: true }));

  /** Opens the file as the server does and closes it again. */
  const migrate = async (): Promise<void> => {
    const config = { kind: "sqlite", path, readers: 1 } as const;
    await (await SqliteDatabase.open({ config, clock: new SystemClock() })).close();
  };

  const inFile = <T>(work: (file: RawSqlite) => Promise<T>): Promise<T> => withRawSqlite(path, "write", work);

  it("make a new file, readable by its owner alone, with every step in the ledger", async () => {
    await migrate();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, "inner"))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(folder, "inner"))).toEqual(["test.db"]);
    expect(await inFile(ledgerOf)).toEqual(
      STEPS.map(({ step, name, checksum, compatibleFrom }) => ({
        step,
        name,
        checksum,
        compatible_from: compatibleFrom,
        applied_at: expect.any(Number),
      })),
    );
    const { tables, statistics } = await inFile(schemaOf);
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["memory_change", "memory_head", "migration", "scope", "search_posting", "source"]),
    );
    expect(statistics).toContainEqual({
      tbl: "memory_entry",
      idx: "memory_entry_by_dedupe_key",
      stat: "1000000 1000 1",
    });
  });

  it("make an empty file that others could read private before anything is in it", async () => {
    path = join(folder, "empty.db");
    await writeFile(path, "");
    await chmod(path, 0o644);
    await migrate();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await inFile(ledgerOf)).toHaveLength(STEPS.length);
  });

  it("do nothing to a file that has them, and leave what is in it", async () => {
    await migrate();
    await inFile((file) => file.exec("INSERT INTO scope (scope_id) VALUES ('kept')"));
    const before = await inFile(async (file) => ({ ...(await schemaOf(file)), ledger: await ledgerOf(file) }));
    const bytes = await readFile(path);
    await migrate();
    expect((await readFile(path)).equals(bytes)).toBe(true);
    expect(await inFile(async (file) => ({ ...(await schemaOf(file)), ledger: await ledgerOf(file) }))).toEqual(before);
    expect(await inFile((file) => file.all("SELECT scope_id FROM scope"))).toEqual([{ scope_id: "kept" }]);
  });

  it("reach the same schema from every step at which an earlier release stopped", async () => {
    await migrate();
    const whole = await inFile(schemaOf);
    const ledgerSql = whole.tables.find(({ name }) => name === "migration")?.sql ?? "";
    for (let done = 0; done < STEPS.length; done++) {
      path = join(folder, `stopped-after-${String(done)}.db`);
      await inFile(async (file) => {
        await file.exec(ledgerSql);
        for (const step of STEPS.slice(0, done)) {
          await file.exec(step.sql);
          await file.exec(
            `INSERT INTO migration VALUES (${String(step.step)}, '${step.name}', '${step.checksum}', ${String(step.compatibleFrom)}, 5)`,
          );
        }
      });
      await migrate();
      expect({ done, ...(await inFile(schemaOf)) }).toEqual({ done, ...whole });
      const times = (await inFile(ledgerOf)).map(({ applied_at }) => applied_at === 5);
      expect(times).toEqual(STEPS.map((_, index) => index < done));
    }
  });

  it("give every scope that is there its cursors, due at once, and its inbox", async () => {
    path = join(folder, "before-cursors.db");
    await migrate();
    const ledgerSql = (await inFile(schemaOf)).tables.find(({ name }) => name === "migration")?.sql ?? "";
    path = join(folder, "filled.db");
    await inFile(async (file) => {
      await file.exec(ledgerSql);
      for (const step of STEPS.filter((one) => one.step < FIRST_CURSOR_STEP)) {
        await file.exec(step.sql);
        await file.exec(
          `INSERT INTO migration VALUES (${String(step.step)}, '${step.name}', '${step.checksum}', ${String(step.compatibleFrom)}, 5)`,
        );
      }
      await file.exec("INSERT INTO scope (scope_id) VALUES ('one'), ('two')");
      await file.exec("INSERT INTO journal_head (scope_key, position) VALUES (1, 7), (2, 0)");
    });
    await migrate();
    const due = { position: 0, failures: 0, failing: 0, next_attempt_at: 0, claim: null, claimed_until: null };
    expect(await inFile((file) => file.all("SELECT * FROM source_cursor ORDER BY scope_key, binding"))).toEqual(
      [1, 2].flatMap((scope_key) => [1, 2].map((binding) => ({ scope_key, binding, ...due }))),
    );
    expect(await inFile((file) => file.all("SELECT * FROM journal_head"))).toEqual([
      { scope_key: 1, position: 7, quiet: 0 },
      { scope_key: 2, position: 0, quiet: 0 },
    ]);
    const empty = { last_candidate: 0, last_artifact: 0, active_artifacts: 0, index_version: null };
    expect(await inFile((file) => file.all("SELECT * FROM review_head ORDER BY scope_key"))).toEqual(
      [1, 2].map((scope_key) => ({ scope_key, ...empty, index_build: 0, last_build: 0 })),
    );
  });

  it("leave all of nothing when a step fails", async () => {
    // The ledger is there and empty, and a table stands where a step wants to make one.
    await migrate();
    const ledgerSql = (await inFile(schemaOf)).tables.find(({ name }) => name === "migration")?.sql ?? "";
    path = join(folder, "obstructed.db");
    await inFile((file) => file.exec(`${ledgerSql}; CREATE TABLE memory_version (theirs INTEGER)`));
    await expect(migrate()).rejects.toThrow(/could not be opened|another program|migration/i);
    expect((await inFile(schemaOf)).tables.map(({ name }) => name)).toEqual(["memory_version", "migration"]);
    expect(await inFile(ledgerOf)).toEqual([]);
  });

  it("wait while another process has the file to itself", async () => {
    path = join(folder, "locked.db");
    await inFile(async (file) => {
      await file.exec("BEGIN EXCLUSIVE");
      let isOpen = false;
      const migrating = migrate().finally(() => (isOpen = true));
      const begin = performance.now();
      await until(() => isOpen || performance.now() - begin > 300);
      expect(isOpen).toBe(false);
      await file.exec("COMMIT");
      await migrating;
      expect(await ledgerOf(file)).toHaveLength(STEPS.length);
    });
  });

  it.each([
    ["tables of another program", "CREATE TABLE theirs (id INTEGER); INSERT INTO theirs VALUES (7)"],
    ["a ledger of another program", "CREATE TABLE migration (id INTEGER, name TEXT); CREATE TABLE theirs (id INTEGER)"],
  ])("refuse %s and leave every byte of the file as it was", async (_, sql) => {
    path = join(folder, "foreign.db");
    await inFile((file) => file.exec(sql));
    const bytes = await readFile(path);
    await expect(migrate()).rejects.toThrow("The database file holds tables of another program.");
    expect((await readFile(path)).equals(bytes)).toBe(true);
    expect(await readdir(folder)).toEqual(["foreign.db"]);
  });

  it("refuse a file whose steps are not the ones we have", async () => {
    await migrate();
    await inFile((file) => file.exec("UPDATE migration SET checksum = 'other' WHERE step = 4"));
    await expect(migrate()).rejects.toThrow(
      "Migration 0004-memory-head differs from the one this database was made with.",
    );
    await inFile((file) => file.exec(`UPDATE migration SET checksum = '${STEPS[3]?.checksum ?? ""}' WHERE step = 4`));
    await expect(migrate()).resolves.toBeUndefined();
  });

  it("refuse a schema that needs a newer server, and work on a newer one that does not", async () => {
    await migrate();
    const later = (compatibleFrom: number) =>
      inFile((file) =>
        file.exec(`INSERT OR REPLACE INTO migration VALUES (9999, '9999-later', 'x', ${String(compatibleFrom)}, 0)`),
      );
    await later(STEPS.length + 1);
    const bytes = await readFile(path);
    await expect(migrate()).rejects.toThrow(
      `The database schema is newer than this server: it needs schema step ${String(STEPS.length + 1)}, this server knows ${String(STEPS.length)}.`,
    );
    expect((await readFile(path)).equals(bytes)).toBe(true);
    await later(STEPS.length);
    await expect(migrate()).resolves.toBeUndefined();
    expect(await inFile(ledgerOf)).toHaveLength(STEPS.length + 1);
  });
});

interface LedgerRow {
  readonly step: number;
  readonly name: string;
  readonly checksum: string;
  readonly compatible_from: number;
  readonly applied_at: number;
}

function ledgerOf(file: RawSqlite): Promise<readonly LedgerRow[]> {
  return file.all("SELECT * FROM migration ORDER BY step");
}

async function schemaOf(file: RawSqlite) {
  const tables = await file.all<{ name: string; sql: string | null }>(
    "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type DESC, name",
  );
  const hasStatistics = tables.some(({ name }) => name === "sqlite_stat1");
  const statistics = hasStatistics ? await file.all("SELECT * FROM sqlite_stat1 ORDER BY tbl, idx") : [];
  return { tables, statistics };
}
