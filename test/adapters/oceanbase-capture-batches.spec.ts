import { randomUUID } from "node:crypto";

import { asScopeId, type ScopeId } from "../../src/kernel/ids.js";
import type { OceanBaseDatabase } from "../../src/platform/database/database.oceanbase.js";
import { SqlScopeDirectory } from "../../src/platform/database/scope-directory.repository.js";
import { OceanBaseSourceJournal } from "../../src/source/adapters/source-journal.oceanbase.js";
import { CaptureBatches } from "../../src/source/capture-batches.service.js";
import { payloadHash } from "../../src/source/domain/payload.policy.js";
import type { NewSource } from "../../src/source/ports/source-journal.port.js";
import { openEngineDatabase } from "../support/engine-database.js";
import { startProxy, type Fault, type TcpProxy } from "../support/tcp-proxy.js";
import { engineUrl } from "../support/test-database.js";

const aSource = (sourceId: string): NewSource => ({
  type: "content",
  sourceId,
  content: `content of ${sourceId}`,
  metadata: undefined,
  payloadHash: payloadHash(`content of ${sourceId}`, undefined),
});

describe("captures that wait together on OceanBase", () => {
  const scopes = new SqlScopeDirectory();
  const journal = new OceanBaseSourceJournal();
  let proxy: TcpProxy & { close(): Promise<void> };
  let ours: OceanBaseDatabase;
  let another: OceanBaseDatabase;
  let batches: CaptureBatches;

  beforeAll(async () => {
    proxy = await startProxy(engineUrl().address);
    ours = await openEngineDatabase({ port: proxy.port });
    another = await openEngineDatabase();
    batches = new CaptureBatches(ours.unitOfWork, scopes, journal);
  });

  afterAll(async () => {
    await ours.close();
    await another.close();
    await proxy.close();
  });

  const knownScope = async (): Promise<ScopeId> => {
    const scope = asScopeId(`waiting-${randomUUID()}`);
    await another.unitOfWork.run((tx) => scopes.open(tx, scope));
    return scope;
  };
  const stored = async (scope: ScopeId): Promise<readonly string[]> => {
    const { reader } = another.unitOfWork;
    const key = (await scopes.find(reader, scope))!;
    return (await journal.listAfter(reader, key, 0, 100)).map(
      ({ position, sourceId }) => `${String(position)} ${sourceId}`,
    );
  };

  it("do not wait for a scope that another server holds, and those of that scope wait for it", async () => {
    const [held, free] = [await knownScope(), await knownScope()];
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let waiting: Promise<unknown> | undefined;
    await another.unitOfWork.run(async (tx) => {
      const key = await scopes.open(tx, held);
      await journal.append(tx, key, aSource("of the other server"));
      const { unitOfWork } = ours;
      const other = (await scopes.find(unitOfWork.reader, free))!;
      const both = [key, other].map((scope) => ({ scope, source: aSource("x") }));
      await expect(unitOfWork.run((own) => journal.appendNew(own, both))).resolves.toEqual([undefined, 1]);
      await expect(unitOfWork.run((own) => journal.appendNew(own, both.slice(0, 1)))).resolves.toEqual([undefined]);
      const settled: string[] = [];
      const take = async (scope: ScopeId, id: string) => {
        await batches.take(scope, aSource(id));
        settled.push(id);
      };
      waiting = Promise.all(["h1", "h2", "h3"].map((id) => take(held, id))).then(() => release?.());
      await Promise.all(["f1", "f2", "f3", "f4"].map((id) => take(free, id)));
      expect(settled).toEqual(["f1", "f2", "f3", "f4"]);
    });
    await waiting;
    await released;
    await expect(stored(free)).resolves.toEqual(["1 x", "2 f1", "3 f2", "4 f3", "5 f4"]);
    await expect(stored(held)).resolves.toEqual(["1 of the other server", "2 h1", "3 h2", "4 h3"]);
  });

  it.each(["before", "within", "after"] as const satisfies readonly Fault[])(
    "are captured once, and answered with their positions, when the connection is cut %s their COMMIT is done",
    async (fault) => {
      const [scope, other] = [await knownScope(), await knownScope()];
      let happened: Promise<unknown> | undefined;
      const first = batches.take(scope, aSource("first")).then(() => {
        happened = proxy.once("COMMIT", fault);
      });
      const together = ["a", "b", "c", "d"].map((id, index) => batches.take(index === 3 ? other : scope, aSource(id)));
      await first;
      expect((await Promise.all(together)).map(({ position }) => position)).toEqual([2, 3, 4, 1]);
      await happened;
      await expect(stored(scope)).resolves.toEqual(["1 first", "2 a", "3 b", "4 c"]);
      await expect(stored(other)).resolves.toEqual(["1 d"]);
    },
  );
});
