import { randomUUID } from "node:crypto";

import type { OceanBaseDatabase } from "../../src/platform/database/database.oceanbase.js";
import { WRITER_LIMITS } from "../../src/platform/database/unit-limits.js";
import { openEngineDatabase, type EngineDatabaseOptions } from "../support/engine-database.js";
import { startProxy, type TcpProxy } from "../support/tcp-proxy.js";
import { engineUrl } from "../support/test-database.js";
import { until } from "../support/until.js";

const ONE = { name: "test.one", sql: "SELECT 1 AS one" };
const INSERT = { name: "test.insert", sql: "INSERT INTO scope (scope_id) VALUES (?)" };
/** Above the number of connections in any pool here. */
const MANY = 10;

describe("an OceanBase that is gone for a while", () => {
  let proxy: TcpProxy & { close(): Promise<void> };
  let database: OceanBaseDatabase;

  beforeEach(async () => {
    proxy = await startProxy(engineUrl().address);
  });

  afterEach(async () => {
    await database.close();
    await proxy.close();
  });

  const open = async (options: EngineDatabaseOptions = {}): Promise<void> => {
    database = await openEngineDatabase({ port: proxy.port, poolSize: 2, ...options });
  };
  const read = () => database.unitOfWork.reader.query(ONE, []);
  const write = () => database.unitOfWork.run((tx) => tx.execute(INSERT, [`outage-${randomUUID()}`]));

  it.each(["before", "within", "after"] as const)(
    "is read again when the connection is cut %s the answer",
    async (fault) => {
      await open();
      const happened = proxy.once("SELECT 1 AS one", fault);
      await expect(read()).resolves.toEqual([{ one: 1 }]);
      await happened;
    },
  );

  it("is used again after connections that were cut while nobody used them", async () => {
    await open();
    await Promise.all([read(), write()]);
    proxy.cutAll();
    await expect(Promise.all([read(), write()])).resolves.toEqual([[{ one: 1 }], 1]);
  });

  it("is unavailable at once while it refuses connections, and there again when it takes them", async () => {
    await open();
    await proxy.shut();
    const outcomes = await Promise.allSettled(Array.from({ length: MANY }, (_, n) => (n % 2 === 0 ? read() : write())));
    const unavailable = { status: "rejected", reason: expect.objectContaining({ kind: "unavailable" }) as unknown };
    expect(outcomes).toEqual(Array.from({ length: MANY }, () => unavailable));
    await expect(database.check()).rejects.toMatchObject({ kind: "unavailable" });
    await proxy.reopen();
    await database.check();
    await expect(Promise.all([read(), write()])).resolves.toEqual([[{ one: 1 }], 1]);
  });

  it("is given up when it falls silent, not knocked at by everybody, and there again when it speaks", async () => {
    await open({ statementTimeoutMs: 200 });
    // So that one connection is left over which nobody has found silent yet.
    await Promise.all([read(), write()]);
    proxy.freeze();
    await expect(read()).rejects.toMatchObject({ kind: "connection_lost", errno: "NO_ANSWER" });
    await expect(read()).rejects.toMatchObject({ kind: "unavailable", errno: "ETIMEDOUT" });
    const knocked = proxy.accepted;
    for (let n = 0; n < MANY; n++) await expect(read()).rejects.toMatchObject({ errno: "ETIMEDOUT" });
    expect(proxy.accepted).toBe(knocked);
    proxy.thaw();
    await until(() =>
      read().then(
        () => true,
        () => false,
      ),
    );
    expect(proxy.accepted).toBeGreaterThan(knocked);
    await expect(write()).resolves.toBe(1);
  });

  it("keeps reads waiting for a bounded time and in bounded number", async () => {
    await open({ limits: { ...WRITER_LIMITS, queueLength: 1, waitMs: 100 } });
    const held = proxy.hold("SELECT 1 AS one");
    const slow = read();
    const release = await held;
    const outcomes = await Promise.allSettled([read(), read()]);
    const overloaded = { status: "rejected", reason: expect.objectContaining({ code: "overloaded" }) as unknown };
    expect(outcomes).toEqual([overloaded, overloaded]);
    release();
    await expect(slow).resolves.toEqual([{ one: 1 }]);
    await expect(read()).resolves.toEqual([{ one: 1 }]);
  });

  it("does not keep the server from closing", async () => {
    await open();
    await Promise.all([read(), write()]);
    proxy.freeze();
    await expect(database.close()).resolves.toBeUndefined();
    await expect(read()).rejects.toMatchObject({ kind: "unavailable" });
  });
});
