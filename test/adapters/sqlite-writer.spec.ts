import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Tx } from "../../src/kernel/unit-of-work.port.js";
import { SqliteDatabase } from "../../src/platform/database/database.sqlite.js";
import { SystemClock } from "../../src/platform/database/system-clock.js";
import { WRITER_LIMITS, type WriterLimits } from "../../src/platform/database/unit-limits.js";
import { until } from "../support/until.js";

const INSERT = { name: "test.insert", sql: "INSERT INTO scope (scope_id) VALUES (?)" };
const ALL = { name: "test.all", sql: "SELECT scope_id FROM scope WHERE scope_key > 0 ORDER BY scope_key" };

describe("the SQLite writer", () => {
  let folder: string;
  const opened: SqliteDatabase[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "powercontext-"));
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    await rm(folder, { recursive: true });
  });

  const open = async (limits: Partial<WriterLimits> = {}, overruns: number[] = []): Promise<SqliteDatabase> => {
    const database = await SqliteDatabase.open({
      config: { kind: "sqlite", path: join(folder, "test.db"), readers: 1 },
      clock: new SystemClock(),
      limits: { ...WRITER_LIMITS, ...limits },
      onOverrun: (limitMs) => overruns.push(limitMs),
    });
    opened.push(database);
    return database;
  };
  const stored = async ({ unitOfWork }: SqliteDatabase): Promise<readonly string[]> =>
    (await unitOfWork.reader.query<{ scope_id: string }>(ALL, [])).map((row) => row.scope_id);
  const insert = (tx: Tx, text: string) => tx.execute(INSERT, [text]);

  it("rolls back a unit that holds the writer too long, reports it, and serves the next", async () => {
    const overruns: number[] = [];
    const database = await open({ unitMs: 30 }, overruns);
    let release: (() => void) | undefined;
    const stuck = database.unitOfWork.run(async (tx) => {
      await insert(tx, "stuck");
      await new Promise<void>((resolve) => (release = resolve));
      await insert(tx, "too late");
    });
    const next = database.unitOfWork.run((tx) => insert(tx, "next"));
    await expect(stuck).rejects.toMatchObject({ kind: "busy" });
    await next;
    release?.();
    await expect(stored(database)).resolves.toEqual(["next"]);
    expect(overruns).toEqual([30]);
  });

  it("refuses one unit more than may wait, and answers all that were accepted", async () => {
    const database = await open({ queueLength: 5 });
    const units = Array.from({ length: 6 }, (_, index) => database.unitOfWork.run((tx) => insert(tx, String(index))));
    const outcomes = await Promise.allSettled(units);
    expect(outcomes.map(({ status }) => status)).toEqual([...new Array<string>(5).fill("fulfilled"), "rejected"]);
    expect(outcomes[5]).toMatchObject({ reason: { code: "overloaded" } });
    await expect(stored(database)).resolves.toEqual(["0", "1", "2", "3", "4"]);
  });

  it("refuses a unit that has waited too long behind another one, and leaves nothing of it", async () => {
    const database = await open({ waitMs: 20 });
    let release: (() => void) | undefined;
    const slow = database.unitOfWork.run(async (tx) => {
      await insert(tx, "slow");
      await new Promise<void>((resolve) => (release = resolve));
    });
    await until(() => release !== undefined);
    await expect(database.unitOfWork.run((tx) => insert(tx, "waiting"))).rejects.toMatchObject({ code: "overloaded" });
    release?.();
    await slow;
    await expect(stored(database)).resolves.toEqual(["slow"]);
  });

  it("refuses units once it closes, and answers those it had accepted", async () => {
    const database = await open();
    const accepted = database.unitOfWork.run((tx) => insert(tx, "accepted"));
    const closing = database.close();
    await expect(database.unitOfWork.run((tx) => insert(tx, "late"))).rejects.toMatchObject({
      code: "runtime_not_ready",
    });
    await expect(accepted).resolves.toBe(1);
    await closing;
    await expect(stored(await open())).resolves.toEqual(["accepted"]);
  });

  it("counts the runs of a unit, so that a repeated one can look for what it has already done", async () => {
    const database = await open();
    const attempts: number[] = [];
    const innocent = database.unitOfWork.run((tx) => {
      attempts.push(tx.attempt);
      return insert(tx, "innocent");
    });
    const guilty = database.unitOfWork.run(async (tx) => {
      await insert(tx, "guilty");
      throw new RangeError("after a write");
    });
    await expect(guilty).rejects.toThrow("after a write");
    await innocent;
    expect(attempts).toEqual([1, 2]);
    expect(database.load.repeatedUnits).toBe(2);
    await expect(stored(database)).resolves.toEqual(["innocent"]);
  });

  it("says what is in use and what waits", async () => {
    const database = await open();
    const idle = { queuedUnits: 0, repeatedUnits: 0, connections: 2, busyConnections: 0, waitingReads: 0 };
    expect(database.load).toEqual(idle);
    const work = [
      stored(database),
      stored(database),
      stored(database),
      database.unitOfWork.run((tx) => insert(tx, "x")),
    ];
    expect(database.load).toEqual({ ...idle, queuedUnits: 1, busyConnections: 2, waitingReads: 2 });
    await Promise.all(work);
    await until(() => database.load.busyConnections === 0);
    expect(database.load).toEqual(idle);
  });

  it("lets two databases on one file take turns, and loses nothing of either", async () => {
    const [left, right] = [await open(), await open()];
    const units = Array.from({ length: 60 }, (_, index) =>
      (index % 2 === 0 ? left : right).unitOfWork.run((tx) => insert(tx, String(index))),
    );
    await Promise.all(units);
    expect((await stored(left)).map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i));
  });
});
