import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { Api, type ScopeApi } from "../support/api.js";
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
import { runTrials } from "./trials.js";

const TRIALS = 150;
/** A refusal that comes later is as bad as no answer. */
const SOON_MS = 3_000;
const REPEAT_AFTER_MS = 50;
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
    const load = new Load(api, ["left", "right"]);
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

/** Clients that remember and capture without pause and note what was acknowledged. */
class Load {
  acknowledged = 0;
  refused = 0;
  slowestRefusalMs = 0;
  readonly strangeAnswers: unknown[] = [];
  private readonly remembered = new Map<ScopeApi, Map<string, number>>();
  private readonly captured = new Map<ScopeApi, Map<string, number>>();
  private readonly clients: Promise<void>[];
  private stopped = false;

  constructor(api: Api, scopeIds: readonly string[]) {
    this.clients = scopeIds.flatMap((id) => {
      const scope = api.scope(id);
      this.remembered.set(scope, new Map());
      this.captured.set(scope, new Map());
      return [1, 2, 3].map((client) => this.work(scope, client));
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.clients);
  }

  /** Everything acknowledged is where its answer said, and Revisions and positions are unique. */
  async expectNothingLost(): Promise<void> {
    for (const [scope, remembered] of this.remembered) {
      const history = (await scope.changes(0)).revisions;
      expect(history.map(({ memory_ref }) => memory_ref.revision)).toEqual(history.map((_, index) => index + 1));
      const reasons = new Map(history.map(({ memory_ref, changes }) => [changes[0]?.reason, memory_ref.revision]));
      expect(reasons.size).toBe(history.length);
      expect([...remembered].filter(([reason, revision]) => reasons.get(reason) !== revision)).toEqual([]);
    }
    for (const [scope, captured] of this.captured) {
      expect(new Set(captured.values()).size).toBe(captured.size);
      for (const [sourceId, position] of captured) {
        expect((await scope.capture(sourceId, "content")).position).toBe(position);
      }
    }
  }

  private async work(scope: ScopeApi, client: number): Promise<void> {
    for (let number = 1; !this.stopped; number++) {
      const name = `${String(client)}.${String(number)}`;
      if (number % 3 === 0) await this.note("capture_content_source", scope, name);
      else await this.note("remember_memory", scope, name);
    }
  }

  private async note(
    operation: "remember_memory" | "capture_content_source",
    scope: ScopeApi,
    name: string,
  ): Promise<void> {
    const begin = performance.now();
    const body =
      operation === "remember_memory"
        ? { kind: "fact", text: name, reason: name }
        : { source_id: name, content: "content" };
    const { status, body: answered } = await scope.call(operation, body);
    if (status === 503) {
      this.refused += 1;
      this.slowestRefusalMs = Math.max(this.slowestRefusalMs, performance.now() - begin);
      await pause(REPEAT_AFTER_MS);
      return;
    }
    if (status !== 200 && status !== 202) {
      this.strangeAnswers.push({ operation, status, answered });
      return;
    }
    this.acknowledged += 1;
    if (operation === "remember_memory") {
      const { memory } = answered as { readonly memory: { readonly revision: number } };
      this.remembered.get(scope)?.set(name, memory.revision);
    } else this.captured.get(scope)?.set(name, (answered as { readonly position: number }).position);
  }
}
