import type { ScopeId } from "../../src/kernel/ids.js";
import type { DbSession } from "../../src/kernel/unit-of-work.port.js";
import { SqlScopeDirectory } from "../../src/platform/database/scope-directory.repository.js";
import { currentRequestId, withRequestId } from "../../src/platform/telemetry/request-context.js";
import { CaptureBatches } from "../../src/source/capture-batches.service.js";
import { freshScope, type OpenAdapters } from "../conformance/harness.js";
import { until } from "../support/until.js";
import { sqliteFamily } from "./sqlite.family.js";

const LONGEST_WAIT_MS = 10_000;

const aSource = (sourceId: string) => ({
  type: "content",
  sourceId,
  content: "content",
  metadata: undefined,
  payloadHash: Buffer.alloc(32),
});

describe("captures that wait together on SQLite", () => {
  let adapters: OpenAdapters;

  beforeEach(async () => {
    adapters = await sqliteFamily.open();
  });

  afterEach(async () => {
    jest.useRealTimers();
    await adapters.close();
  });

  it("belong to no request, and each caller goes on in its own", async () => {
    const seen: (string | undefined)[] = [];
    class WatchedDirectory extends SqlScopeDirectory {
      override findAll(session: DbSession, scopeIds: readonly ScopeId[]) {
        seen.push(currentRequestId());
        return super.findAll(session, scopeIds);
      }
    }
    const batches = new CaptureBatches(adapters.unitOfWork, new WatchedDirectory(), adapters.journal);
    const scope = freshScope();
    const callers = ["one", "two", "three"].map((id) =>
      withRequestId(id, async () => {
        await batches.take(scope, aSource(id));
        return currentRequestId();
      }),
    );
    await expect(Promise.all(callers)).resolves.toEqual(["one", "two", "three"]);
    expect(seen).toEqual([undefined, undefined]);
  });

  it("are refused when they have waited too long behind another unit, and leave nothing", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "clearImmediate", "queueMicrotask", "performance"] });
    const { unitOfWork, scopes, journal } = adapters;
    const batches = new CaptureBatches(unitOfWork, scopes, journal);
    const scope = freshScope();
    let release: (() => void) | undefined;
    const slow = unitOfWork.run(() => new Promise<void>((resolve) => (release = resolve)));
    await until(() => release !== undefined);
    const waiting = Promise.allSettled(["a", "b", "c"].map((id) => batches.take(scope, aSource(id))));
    jest.advanceTimersByTime(LONGEST_WAIT_MS);
    release?.();
    await expect(slow).rejects.toMatchObject({ kind: "busy" });
    const overloaded = { status: "rejected", reason: { code: "overloaded" } };
    expect(await waiting).toMatchObject([overloaded, overloaded, overloaded]);
    await expect(batches.take(scope, aSource("later"))).resolves.toEqual({ position: 1, isNew: true });
  });
});
