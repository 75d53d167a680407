import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Api } from "../support/api.js";
import { startEngineProcess, type EngineProcess } from "../support/engine-process.js";
import {
  startServer,
  startTogether,
  verifyDatabase,
  type ServerProcess,
  wholeDatabase,
} from "../support/server-process.js";
import { startProxy, type TcpProxy } from "../support/tcp-proxy.js";
import { until } from "../support/until.js";
import { Load } from "./load.js";
import { runTrials } from "./trials.js";

const TRIALS = 150;
/** A refusal that comes later is as bad as no answer. */
const SOON_MS = 3_000;
const RESTART_DEADLINE_MS = 60_000;

describe("three servers on one OceanBase database", () => {
  let dataDir: string;
  const servers: ServerProcess[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
    servers.push(...(await startTogether(3, dataDir)));
  }, 60_000);

  afterAll(async () => {
    for (const server of servers) await server.kill("SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  });

  it("lose no update and do nothing twice when all write to one scope, and keep its chain whole", async () => {
    const report = await runTrials(
      servers.map(({ url }) => new Api(url)),
      TRIALS,
      11,
    );
    expect(report).toMatchObject({ trials: TRIALS, lostUpdates: 0, duplicateEffects: 0, faults: [] });
    expect(await verifyDatabase(dataDir)).toMatch(wholeDatabase(report.revisions));
  });

  it("find on each server at once what another has just remembered", async () => {
    const scopes = servers.map(({ url }) => new Api(url).scope("handover"));
    for (const [number, writer] of [...scopes, ...scopes].entries()) {
      const { entry } = await writer.remember(`handed over ${String(number)}`);
      for (const reader of scopes) {
        expect(await reader.find(`handed ${String(number)}`, { limit: 1 })).toEqual([entry.text]);
      }
    }
  });
});

describe("a server whose OceanBase is killed under load", () => {
  let engine: EngineProcess | undefined;
  let proxy: (TcpProxy & { close(): Promise<void> }) | undefined;
  let server: ServerProcess | undefined;

  beforeAll(async () => {
    engine = await startEngineProcess();
    proxy = await startProxy(engine.address);
    server = await startServer({ env: { DATABASE_URL: `mysql://root@127.0.0.1:${String(proxy.port)}/test` } });
  }, 120_000);

  afterAll(async () => {
    // Whatever of them the start got to.
    await server?.dispose();
    await proxy?.close();
    await engine?.dispose();
  });

  it("refuses quickly, comes back by itself, and has lost nothing that it acknowledged", async () => {
    if (!engine || !proxy || !server) throw new Error("not started");
    const api = new Api(server.url);
    const load = new Load([api], ["left", "right"]);
    await until(() => load.acknowledged >= 40, 30_000);
    const stopped = proxy.shut();
    await engine.kill();
    await stopped;
    await until(() => load.refused >= 40, 30_000);
    expect(await readiness(api)).toEqual({ status: "not_ready", database: "unavailable" });
    expect((await api.call("get_liveness")).status).toBe(200);

    engine = await startEngineProcess(engine.folder);
    await proxy.reopen(engine.address);
    await until(async () => (await readiness(api)).status === "ready", RESTART_DEADLINE_MS);
    const before = load.acknowledged;
    await until(() => load.acknowledged >= before + 20, 30_000);
    await load.stop();

    expect(load.slowestRefusalMs).toBeLessThan(SOON_MS);
    expect(load.strangeAnswers).toEqual([]);
    expect(load.unanswered).toBe(0);
    await load.expectNothingLost();
  }, 180_000);
});

async function readiness(api: Api): Promise<{ readonly status: string; readonly database: string | undefined }> {
  const { status, checks } = (await api.call("get_readiness")).body as {
    readonly status: string;
    readonly checks: Readonly<Record<string, string>>;
  };
  return { status, database: checks["database"] };
}
