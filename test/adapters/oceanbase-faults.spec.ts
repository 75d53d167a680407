import { randomUUID } from "node:crypto";

import type { Tx, UnitOfWork } from "../../src/kernel/unit-of-work.port.js";
import type { OceanBaseDatabase } from "../../src/platform/database/database.oceanbase.js";
import { openEngineDatabase, type EngineDatabaseOptions } from "../support/engine-database.js";
import { startProxy, type TcpProxy } from "../support/tcp-proxy.js";
import { engineUrl, onEngine } from "../support/test-database.js";
import { until } from "../support/until.js";
import { WRITER_LIMITS } from "../../src/platform/database/unit-limits.js";

const statement = (sql: string) => ({ name: "test.statement", sql });
const INSERT = statement("INSERT INTO scope (scope_id) VALUES (?)");
const COUNT = statement("SELECT COUNT(*) AS n FROM scope WHERE scope_id IN (?, ?)");
const TOUCH = statement("UPDATE scope SET scope_id = scope_id WHERE scope_id = ?");
const WHO = statement("SELECT CONNECTION_ID() AS id");
/** Longer than any test lasts. */
const SLEEP = statement("SELECT SLEEP(30) AS slept");

describe("units of work on an OceanBase that fails", () => {
  let proxy: TcpProxy & { close(): Promise<void> };
  const opened: OceanBaseDatabase[] = [];

  beforeAll(async () => {
    proxy = await startProxy(engineUrl().address);
  });

  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });

  afterAll(() => proxy.close());

  const open = async (options: EngineDatabaseOptions = {}): Promise<OceanBaseDatabase> => {
    // One writer, so that the next unit gets the connection the last one left.
    const database = await openEngineDatabase({ port: proxy.port, poolSize: 2, ...options });
    opened.push(database);
    return database;
  };

  const insert = (tx: Tx, scope: string) => tx.execute(INSERT, [scope]);
  const touch = (tx: Tx, scope: string) => tx.execute(TOUCH, [scope]);
  const twoScopes = (): readonly [string, string] => [`lost-${randomUUID()}`, `kept-${randomUUID()}`];
  const counted = async ({ reader }: UnitOfWork, ...scopes: readonly [string, string]) => {
    const [row] = await reader.query<{ n: number }>(COUNT, scopes);
    return row?.n;
  };

  it("commit only their own rows after one that was cut at its third statement", async () => {
    const { unitOfWork } = await open();
    const [lost, kept] = twoScopes();
    const happened = proxy.once("UPDATE scope", "before");
    const attempts: number[] = [];
    const cut = unitOfWork.run(async (tx) => {
      attempts.push(tx.attempt);
      if (tx.attempt > 1) throw new RangeError("seen again");
      await insert(tx, lost);
      await insert(tx, `${lost}-2`);
      await touch(tx, lost);
    });
    await expect(cut).rejects.toThrow(new RangeError("seen again"));
    await happened;
    await unitOfWork.run((tx) => insert(tx, kept));
    expect(attempts).toEqual([1, 2]);
    expect([await counted(unitOfWork, lost, `${lost}-2`), await counted(unitOfWork, kept, kept)]).toEqual([0, 1]);
  });

  it("run again as a whole when the connection is cut, leave their rows once, and are counted as repeated", async () => {
    const database = await open();
    const { unitOfWork } = database;
    const [first, second] = twoScopes();
    const happened = proxy.once("UPDATE scope", "within");
    await unitOfWork.run(async (tx) => {
      await insert(tx, first);
      await touch(tx, first);
      await insert(tx, second);
    });
    await happened;
    expect(await counted(unitOfWork, first, second)).toBe(2);
    expect(database.load).toEqual({
      queuedUnits: 0,
      repeatedUnits: 1,
      connections: 2,
      busyConnections: 0,
      waitingReads: 0,
    });
  });

  it("leave nothing of one whose statement ran out of time, and do not keep its locks", async () => {
    const { unitOfWork } = await open({ statementTimeoutMs: 1_000, limits: { ...WRITER_LIMITS, waitMs: 500 } });
    const [lost, kept] = twoScopes();
    const late = unitOfWork.run(async (tx) => {
      await insert(tx, lost);
      await tx.query(SLEEP, []);
    });
    await expect(late).rejects.toMatchObject({ kind: "timeout", statement: "test.statement" });
    await unitOfWork.run((tx) => insert(tx, kept));
    expect([await counted(unitOfWork, lost, lost), await counted(unitOfWork, kept, kept)]).toEqual([0, 1]);
    await unitOfWork.run((tx) => insert(tx, lost));
    expect(await counted(unitOfWork, lost, lost)).toBe(1);
  });

  it("wait for a lock that somebody holds, and run again until they have it", async () => {
    const [holder, waiter] = [await open(), await open()];
    const [row] = twoScopes();
    await holder.unitOfWork.run((tx) => insert(tx, row));
    let attempts = 0;
    let waited: Promise<void> | undefined;
    await holder.unitOfWork.run(async (tx) => {
      await touch(tx, row);
      waited = waiter.unitOfWork.run(async (other) => {
        attempts = other.attempt;
        await touch(other, row);
      });
      await until(() => attempts === 2);
    });
    await waited;
    expect(attempts).toBeGreaterThan(1);
  });

  it("both succeed when two lock the same rows in opposite order, which the engine does not notice", async () => {
    const [left, right] = [await open(), await open()];
    const rows = twoScopes();
    await left.unitOfWork.run(async (tx) => {
      for (const row of rows) await insert(tx, row);
    });
    const first = new Set<string>();
    const ended = new Set<string>();
    const attempts = new Map<string, number>();
    const unit =
      (name: string, [one, other]: readonly string[]) =>
      async (tx: Tx) => {
        attempts.set(name, tx.attempt);
        // Two that gave up at the same moment could meet again and again, until both have used up their attempts.
        if (name === "right" && tx.attempt > 1) await until(() => ended.has("left"));
        await touch(tx, String(one));
        first.add(name);
        if (tx.attempt === 1) await until(() => first.size === 2);
        await touch(tx, String(other));
        return name;
      };
    const run = async ({ unitOfWork }: OceanBaseDatabase, name: string, order: readonly string[]) => {
      const answer = await unitOfWork.run(unit(name, order));
      ended.add(name);
      return answer;
    };
    const both = [run(left, "left", rows), run(right, "right", [...rows].reverse())];
    await expect(Promise.all(both)).resolves.toEqual(["left", "right"]);
    expect(Math.max(...attempts.values())).toBeGreaterThan(1);
  });

  it("run again when their session was killed", async () => {
    const { unitOfWork } = await open();
    const [row] = twoScopes();
    const attempts: number[] = [];
    await unitOfWork.run(async (tx) => {
      attempts.push(tx.attempt);
      await insert(tx, row);
      const [me] = await tx.query<{ id: number }>(WHO, []);
      if (tx.attempt === 1) await onEngine(`KILL ${String(me?.id)}`);
      await touch(tx, row);
    });
    expect(attempts).toEqual([1, 2]);
    expect(await counted(unitOfWork, row, row)).toBe(1);
  });

  it("run again when the engine has rolled them back before their COMMIT", async () => {
    const { unitOfWork } = await open();
    const [row, written] = twoScopes();
    await unitOfWork.run((tx) => insert(tx, row));
    await unitOfWork.run((tx) => tx.execute(statement("SET ob_trx_timeout = 300000"), []));
    const attempts: number[] = [];
    await unitOfWork.run(async (tx) => {
      attempts.push(tx.attempt);
      await insert(tx, written);
      await touch(tx, row);
      if (tx.attempt === 1) {
        expect(await isFree(row)).toBe(false);
        await until(() => isFree(row));
      }
    });
    expect(attempts).toEqual([1, 2]);
    expect(await counted(unitOfWork, written, written)).toBe(1);
  });

  it("are given up when they take too long, free their locks at once and tell of it", async () => {
    const overruns: number[] = [];
    const { unitOfWork } = await open({
      limits: { ...WRITER_LIMITS, unitMs: 300 },
      onOverrun: (limitMs) => overruns.push(limitMs),
    });
    const [lost, kept] = twoScopes();
    const slow = unitOfWork.run(async (tx) => {
      await insert(tx, lost);
      await tx.query(SLEEP, []);
    });
    await expect(slow).rejects.toMatchObject({ kind: "busy", errno: "UNIT_OVERRUN" });
    expect(overruns).toEqual([300]);
    await unitOfWork.run(async (tx) => {
      await insert(tx, lost);
      await insert(tx, kept);
    });
    expect(await counted(unitOfWork, lost, kept)).toBe(2);
  });

  it("close the connection that does not answer a ROLLBACK", async () => {
    const { unitOfWork } = await open({ statementTimeoutMs: 60_000 });
    const [lost, kept] = twoScopes();
    const happened = proxy.once("ROLLBACK", "silence");
    const refused = unitOfWork.run(async (tx) => {
      await insert(tx, lost);
      throw new RangeError("refused");
    });
    await expect(refused).rejects.toThrow(new RangeError("refused"));
    await happened;
    await unitOfWork.run((tx) => insert(tx, kept));
    expect([await counted(unitOfWork, lost, lost), await counted(unitOfWork, kept, kept)]).toEqual([0, 1]);
  });

  it("look again when a COMMIT is never answered, and find that it has happened", async () => {
    const { unitOfWork } = await open({ statementTimeoutMs: 1_000 });
    const [row] = twoScopes();
    const happened = proxy.once("COMMIT", "silence");
    const attempts: number[] = [];
    const seen = await unitOfWork.run(async (tx) => {
      attempts.push(tx.attempt);
      const [before] = await tx.query<{ n: number }>(COUNT, [row, row]);
      if (before?.n === 0) await insert(tx, row);
      return before?.n;
    });
    await happened;
    expect({ attempts, seen }).toEqual({ attempts: [1, 2], seen: 1 });
    expect(await counted(unitOfWork, row, row)).toBe(1);
  });

  it("refuse a statement larger than the engine takes, leave nothing, and go on", async () => {
    const { unitOfWork } = await open({ port: undefined, limits: { ...WRITER_LIMITS, unitMs: 30_000 } });
    const [lost, kept] = twoScopes();
    const tooLarge = unitOfWork.run(async (tx) => {
      await insert(tx, lost);
      await tx.query(statement("SELECT LENGTH(?) AS length"), ["x".repeat(17 * 1024 * 1024)]);
    });
    await expect(tooLarge).rejects.toMatchObject({ name: "StorageError", errno: 1153 });
    await unitOfWork.run((tx) => insert(tx, kept));
    expect([await counted(unitOfWork, lost, lost), await counted(unitOfWork, kept, kept)]).toEqual([0, 1]);
  });

  it("are refused as overloaded when all writers are taken, while reads go on", async () => {
    const { unitOfWork } = await open({ limits: { ...WRITER_LIMITS, queueLength: 1, waitMs: 200 } });
    const [row] = twoScopes();
    const [started, end] = [gate(), gate()];
    const running = unitOfWork.run(async (tx) => {
      await insert(tx, row);
      started.open();
      await end.passed;
    });
    await started.passed;
    const waiting = [1, 2].map(() => unitOfWork.run((tx) => touch(tx, row)));
    const outcomes = await Promise.allSettled(waiting);
    expect(await counted(unitOfWork, row, row)).toBe(0);
    const overloaded = { status: "rejected", reason: expect.objectContaining({ code: "overloaded" }) as unknown };
    expect(outcomes).toEqual([overloaded, overloaded]);
    end.open();
    await running;
    await expect(unitOfWork.run((tx) => touch(tx, row))).resolves.toBe(1);
  });
});

const isFree = (row: string): Promise<boolean> =>
  onEngine(`SELECT scope_id FROM scope WHERE scope_id = '${row}' FOR UPDATE NOWAIT`).then(
    () => true,
    () => false,
  );

function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    passed,
    open: () => {
      open();
    },
  };
}
