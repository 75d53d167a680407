import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { OpenAiServer } from "../../support/openai-server.js";
import { runVerify, startServer, type ServerProcess } from "../../support/server-process.js";
import { Calls } from "./calls.js";
import { checkChain } from "./chain.check.js";
import { engineDatabase, fileDatabase, type ChaosDatabase } from "./chaos-database.js";
import { ChaosScope } from "./chaos-scope.js";
import { drained, makeAllDue, readFinalState, searchableByVectors } from "./final-state.js";
import { Findings } from "./findings.js";
import { checkFlushes } from "./flush.check.js";
import { doneInDoubt } from "./ledger.js";
import { JOURNAL_MOVES } from "./journal.moves.js";
import { checkJournal } from "./journal.check.js";
import { checkMemory } from "./memory.check.js";
import { MEMORY_MOVES } from "./memory.moves.js";
import { forgetfulModel } from "./model.js";
import type { Move } from "./moves.js";
import { Random } from "./random.js";
import { READING_MOVES } from "./reading.moves.js";
import { Replicas } from "./replicas.js";
import { checkReview } from "./review.check.js";
import { REVIEW_MOVES } from "./review.moves.js";
import { readStoredState } from "./stored-state.js";
import { Tally } from "./tally.js";

export interface ChaosOptions {
  readonly database: "sqlite" | "oceanbase";
  readonly seconds: number;
  readonly servers: number;
  /** Of each server; which one a call goes to is chance all the same. */
  readonly clients: number;
  /** Of everything that is drawn here. What happens at the same time is not in it. */
  readonly seed: number;
  readonly secondsBetweenKills: number;
}

export interface ChaosReport {
  readonly calls: number;
  readonly acknowledged: number;
  readonly unknown: number;
  /** Nobody listened. */
  readonly unsent: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly scopes: number;
  readonly kills: number;
  /** Of killed servers: right only while the engine is down. */
  readonly failedStarts: number;
  readonly engineRestarts: number;
  /** Of the writes of Memory that were answered with a 503. */
  readonly doneInDoubt: number;
  readonly checks: number;
  /** In words, without a text or an id of a scope. */
  readonly faults: readonly string[];
  /** What `verify` printed. */
  readonly verified: string;
}

const SCOPES_AT_ONCE = 6;
/** Names a scope has before another takes its place: its lists stay short. */
const NAMES_A_SCOPE = 800;
const MOVES = [...JOURNAL_MOVES, ...MEMORY_MOVES, ...READING_MOVES, ...REVIEW_MOVES].flatMap(([often, move]) =>
  Array.from({ length: often }, (): Move => move),
);

/** Clients that do whatever clients do while servers and the engine are killed, and then the judgement of all of it. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
  const provider = await OpenAiServer.start(16);
  provider.chat.answer(forgetfulModel());
  const database = options.database === "sqlite" ? fileDatabase(dataDir) : await engineDatabase();
  try {
    return await new Chaos(options, { dataDir, provider, database }).run();
  } finally {
    await provider.down();
    await database.dispose();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Stage {
  readonly dataDir: string;
  readonly provider: OpenAiServer;
  readonly database: ChaosDatabase;
}

class Chaos {
  private readonly random: Random;
  private readonly tally = new Tally();
  private readonly findings = new Findings();
  private readonly scopes: ChaosScope[] = [];
  private engineRestarts = 0;
  private doneInDoubt = 0;
  private isOver = false;

  constructor(
    private readonly options: ChaosOptions,
    private readonly stage: Stage,
  ) {
    this.random = new Random(options.seed);
  }

  async run(): Promise<ChaosReport> {
    const { servers, clients } = this.options;
    const replicas = await Replicas.start(servers, () => this.startServer());
    const working = Array.from({ length: servers * clients }, (_, index) => this.client(replicas, index));
    try {
      await this.troubles(replicas);
      this.isOver = true;
      await Promise.all(working);
      await replicas.stop();
    } finally {
      this.isOver = true;
      await Promise.allSettled(working);
      await replicas.dispose();
    }
    await this.judge();
    const { code, output } = await runVerify(this.stage.dataDir, this.stage.database.settings);
    this.findings.hold(code === 0, "the server's own check of the database finds faults");
    const { calls, acknowledged, unknown, unsent, refused } = this.tally;
    return {
      ...{ calls, acknowledged, unknown, unsent, refused, scopes: this.scopes.length },
      kills: replicas.kills,
      failedStarts: replicas.failedStarts,
      engineRestarts: this.engineRestarts,
      doneInDoubt: this.doneInDoubt,
      checks: this.findings.checks,
      faults: [...this.tally.strange, ...replicas.faults, ...this.findings.faults],
      verified: output,
    };
  }

  private startServer(): Promise<ServerProcess> {
    const { dataDir, provider, database } = this.stage;
    return startServer({
      dataDir,
      env: {
        ...database.settings,
        ...provider.generationSettings(),
        ...provider.embeddingSettings(),
        RUNTIME_SCHEDULE_SECONDS: "0.5",
        RUNTIME_EXPERIENCE_SCHEDULE_SECONDS: "0.5",
        RUNTIME_SOURCE_WINDOW_LIMIT: "5",
        LOGGING_ACCESS: "false",
      },
    });
  }

  private async client(replicas: Replicas, index: number): Promise<void> {
    const random = new Random(this.options.seed * 1_000 + index);
    const calls = new Calls(replicas.addresses, random, this.tally);
    while (!this.isOver) {
      const hands = { calls, random, findings: this.findings, elsewhere: this.scope(random) };
      await random.pick(MOVES)?.(this.scope(random), hands);
    }
  }

  /** One of those that are worked in now. */
  private scope(random: Random): ChaosScope {
    const place = random.below(SCOPES_AT_ONCE);
    const scope = this.scopes.findLast(({ number }) => number % SCOPES_AT_ONCE === place);
    if (scope !== undefined && scope.writes < NAMES_A_SCOPE) return scope;
    const number = scope === undefined ? place : scope.number + SCOPES_AT_ONCE;
    const next = new ChaosScope(number, `chaos ${String(this.options.seed)} ${String(number)}`);
    this.scopes.push(next);
    return next;
  }

  /** One server killed after the other, and the engine once in the middle. Resolves when all are up again. */
  private async troubles(replicas: Replicas): Promise<void> {
    const { seconds, secondsBetweenKills } = this.options;
    const kills = Math.ceil(seconds / secondsBetweenKills) - 1;
    const restarts: Promise<void>[] = [this.restartEngine(seconds * 500)];
    for (let kill = 0; kill < kills; kill++) {
      await pause(secondsBetweenKills * 1_000);
      restarts.push(replicas.killOne(kill));
      this.troubleTheModel();
    }
    await pause(secondsBetweenKills * 1_000);
    const failed = (await Promise.allSettled(restarts)).find((restart) => restart.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  private async restartEngine(afterMs: number): Promise<void> {
    const { restart } = this.stage.database;
    if (restart === undefined) return;
    await pause(afterMs);
    await restart();
    this.engineRestarts += 1;
  }

  private troubleTheModel(): void {
    const { chat, embeddings, requests } = this.stage.provider;
    requests.length = 0;
    chat.next({ kind: "status", status: 500 }, { kind: "drop" });
    embeddings.next({ kind: "status", status: 500 }, { kind: "drop" });
    chat.always({ kind: "delay", ms: this.random.below(200) });
  }

  private async judge(): Promise<void> {
    const { database } = this.stage;
    await makeAllDue(database);
    const server = await this.startServer();
    try {
      await drained(database);
      await searchableByVectors(server.url, this.scopes);
      const stored = await readStoredState(database);
      for (const scope of this.scopes) {
        const state = await readFinalState(server.url, scope, stored(scope.id));
        const { captures, writes, steps, flushes } = scope.ledger;
        this.doneInDoubt += doneInDoubt(scope.ledger, state);
        this.findings.add(checkJournal(captures, state.sources));
        this.findings.add(checkMemory(writes, state));
        this.findings.add(checkChain(state.chain));
        this.findings.add(checkFlushes(flushes, state));
        this.findings.add(checkReview(steps, captures, state));
      }
    } finally {
      await server.kill("SIGTERM");
    }
  }
}
