import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import type { components } from "../../src/client/generated/openapi.js";
import { Api } from "../support/api.js";
import { letTimePass } from "../support/cursors.js";
import { flushFaults } from "../support/flush-audit.js";
import { CLIENTS, type McpClient } from "../support/mcp-clients.js";
import { OpenAiServer } from "../support/openai-server.js";
import { ReviewApi, wireProposal, type WireCandidate } from "../support/review-api.js";
import { startRoundRobin } from "../support/round-robin.js";
import { oneEntryForEach } from "../support/scripted-memory.js";
import { startServer, verifyDatabase, wholeDatabase } from "../support/server-process.js";
import { readDatabase, tablesOf, testedDatabase } from "../support/test-database.js";
import { unlessGone } from "../support/unless-gone.js";
import { until } from "../support/until.js";
import { Random } from "./chaos/random.js";
import { Replicas } from "./chaos/replicas.js";

const SERVERS = testedDatabase === "sqlite" ? 2 : 3;
/** More with `npm run race -- --kills 100 [--seed 7]`. */
const KILLS = Number(process.env["POWERCONTEXT_RACE_KILLS"] ?? 1);
const SEED = Number(process.env["POWERCONTEXT_RACE_SEED"] ?? 7);
const LATEST_KILL_MS = 250;
const LONGEST_ROUND_MS = 30_000;
const rounds = Array.from({ length: KILLS }, (_, round) => round);

type FlushAnswer = components["schemas"]["FlushMemoryResponse"];

describe(`${String(SERVERS)} servers on one database, one of which is killed at some moment`, () => {
  const random = new Random(SEED);
  let dataDir: string;
  let provider: OpenAiServer;
  let replicas: Replicas;
  let approvals = 0;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
    provider = await OpenAiServer.start(16);
    provider.chat.answer(oneEntryForEach);
    provider.chat.always({ kind: "delay", ms: 20 });
    const env = {
      ...provider.generationSettings(),
      ...provider.embeddingSettings(),
      RUNTIME_SOURCE_WINDOW_LIMIT: "3",
      LOGGING_ACCESS: "false",
    };
    replicas = await Replicas.start(SERVERS, () => startServer({ dataDir, env }));
  });

  afterAll(async () => {
    await replicas.stop();
    await provider.down();
    expect(replicas.faults).toEqual([]);
    expect(await verifyDatabase(dataDir)).toMatch(wholeDatabase("[1-9]\\d*", approvals));
    await rm(dataDir, { recursive: true, force: true });
  });

  const anyServer = (): Api => new Api(random.pick(replicas.addresses()) ?? "");
  const whileOneIsKilled = async <T>(work: Promise<T>): Promise<T> => {
    const killed = pause(random.below(LATEST_KILL_MS)).then(() => replicas.killOne(random.below(SERVERS)));
    const [done] = await Promise.allSettled([work, killed]);
    await killed;
    if (done.status === "rejected") throw done.reason;
    return done.value;
  };

  it(
    "have one decision on each Candidate and one approval on each Revision, whoever was asked for others",
    async () => {
      for (const round of rounds) {
        const id = `review ${String(round)}`;
        const inbox = new ReviewApi(anyServer().scope(id));
        await anyServer().scope(id).capture("s-1", "c");
        const target = await inbox.approved("the first");
        const candidates: WireCandidate[] = [];
        for (let n = 0; n < 6; n++) {
          candidates.push(await inbox.proposeOn(target, `on it ${String(n)}`), await inbox.propose(`new ${String(n)}`));
        }
        const decisions = await whileOneIsKilled(
          Promise.all(candidates.map((candidate) => decideAtOnce(anyServer, id, candidate))),
        );
        const ended: WireCandidate[] = [];
        for (const candidate of candidates) ended.push(await new ReviewApi(anyServer().scope(id)).get(candidate));
        expect(decisions.flatMap((made, index) => decisionFaults(made, ended[index]))).toEqual([]);
        const approved = ended.filter(({ status }) => status === "approved");
        expect(approved.filter((one) => one.target !== null).length).toBeLessThanOrEqual(1);
        approvals += 1 + approved.length;
      }
    },
    60_000 + KILLS * LONGEST_ROUND_MS,
  );

  it(
    "read each window of a journal once when all are asked to flush it",
    async () => {
      for (const round of rounds) {
        const id = `flush ${String(round)}`;
        for (let n = 1; n <= 30; n++)
          await anyServer()
            .scope(id)
            .capture(`source ${String(n)}`, `source ${String(n)}`);
        const answers: FlushAnswer[] = [];
        const flushAll = async (): Promise<void> => {
          for (let status = ""; status !== "idle";) {
            const answer = await unlessGone(anyServer().call("flush_memory", { scope_id: id }));
            // What the dead one had in hand is let go sooner than by itself, and so is what the living have.
            if (answer?.status !== 200) {
              await letTimePass(dataDir);
              continue;
            }
            answers.push(answer.body as FlushAnswer);
            ({ status } = answers.at(-1) ?? { status });
          }
        };
        await whileOneIsKilled(Promise.all(Array.from({ length: SERVERS }, flushAll)));
        const windows = answers.filter(({ status }) => status === "processed");
        const read = windows.flatMap(({ previous_cursor: after, current_cursor: through }) =>
          Array.from({ length: through - after }, (_, index) => after + 1 + index),
        );
        expect(new Set(read).size).toBe(read.length);
        expect(read.length).toBeGreaterThan(15);
        expect(answers.at(-1)).toMatchObject({ status: "idle", current_cursor: 30, high_watermark: 30 });
        expect(await flushFaults(dataDir, random.pick(replicas.addresses()) ?? "", id)).toEqual([]);
      }
    },
    60_000 + KILLS * LONGEST_ROUND_MS,
  );

  it(
    "serve the tools of agents that stay connected through a balancer",
    async () => {
      for (const round of rounds) {
        const scope_id = `tools ${String(round)}`;
        const balancer = await startRoundRobin(replicas.addresses());
        const clients = await Promise.all(CLIENTS.map(([, connect]) => connect(`${balancer.url}/mcp`)));
        const texts = clients.map((_, client) => statements(client));
        const work = Promise.all(clients.map((client, index) => rememberAll(client, scope_id, texts[index] ?? [])));
        await whileOneIsKilled(work);
        for (const client of clients) {
          const { text } = await insistently(() => client.call("list_memory_entries", { scope_id }));
          expect(texts.flat().filter((said) => !text.includes(said))).toEqual([]);
          await client.close();
        }
        await balancer.close();
        const { memory, entries } = await anyServer().scope(scope_id).list();
        expect(entries.map(({ text }) => text).sort()).toEqual(texts.flat().sort());
        expect(memory?.revision).toBe(entries.length);
      }
    },
    60_000 + KILLS * LONGEST_ROUND_MS,
  );

  it(
    "make the vectors that the dead one was about to make, each once",
    async () => {
      let stored = await storedVectors(dataDir);
      for (const round of rounds) {
        await until(async () => (await Promise.all(replicas.addresses().map(offersVectors))).every(Boolean), 30_000);
        const id = `vectors ${String(round)}`;
        const texts = await rememberedWithoutModel(dataDir, id, 24);
        const [victim = "", survivor = ""] = replicas.addresses();
        const held = provider.embeddings.hold();
        // The search finds that there are vectors to make, and does without them.
        await new Api(victim).scope(id).search(texts[0] ?? "");
        expect((await held.arrived).inputs).toContain(texts[0]);
        const killed = replicas.killOne(0);
        held.release();
        const isFilled = async (): Promise<boolean> => (await nearest(survivor, id, texts[0] ?? "")) !== undefined;
        await until(isFilled, 30_000);
        await killed;
        stored += texts.length;
        expect(await storedVectors(dataDir)).toBe(stored);
        for (const text of texts) expect(await nearest(random.pick(replicas.addresses()) ?? "", id, text)).toBe(text);
      }
    },
    60_000 + KILLS * LONGEST_ROUND_MS,
  );
});

type Decision = "approved" | "rejected" | "revised";

interface Decided {
  readonly decision: Decision;
  /** Undefined when the answer was lost or the server could not say. */
  readonly isDone: boolean | undefined;
}

/** Three people decide on one version at once, each at another server. */
function decideAtOnce(anyServer: () => Api, scope_id: string, candidate: WireCandidate): Promise<readonly Decided[]> {
  const named = { scope_id, candidate_id: candidate.candidate_id, expected_version: 1 };
  const { source_refs, artifact_refs, target } = candidate;
  const again = { proposal: wireProposal("better"), source_refs, artifact_refs, target };
  const calls: readonly (readonly [Decision, string, object])[] = [
    ["approved", "approve_artifact_candidate", named],
    ["rejected", "reject_artifact_candidate", { ...named, reason: "r" }],
    ["revised", "revise_artifact_candidate", { ...named, ...again }],
  ];
  return Promise.all(
    calls.map(async ([decision, operation, body]) => {
      const answer = await unlessGone(anyServer().call(operation, { ...body }));
      if (answer !== undefined && ![200, 409, 503].includes(answer.status))
        throw new Error(`${operation} answered ${String(answer.status)}`);
      return { decision, isDone: answer === undefined || answer.status === 503 ? undefined : answer.status === 200 };
    }),
  );
}

/** What the answers to a Candidate's decisions and its state in the end have against each other. */
function decisionFaults(made: readonly Decided[], ended: WireCandidate | undefined): readonly string[] {
  const state = ended?.status === "pending" ? (ended.version === 2 ? "revised" : "undecided") : ended?.status;
  return made.flatMap(({ decision, isDone }) => {
    if (isDone === true && decision !== state) return [`${decision} was answered, and it is ${String(state)}`];
    if (isDone === false && decision === state) return [`${decision} was refused, and it is so`];
    if (isDone === false && state === "undecided" && ended?.target === null)
      return [`${decision} was refused for nothing`];
    return [];
  });
}

const statements = (client: number): readonly string[] =>
  Array.from({ length: 12 }, (_, number) => `Agent ${String(client)} has found out number ${String(number)}.`);

async function rememberAll(client: McpClient, scope_id: string, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const { isError } = await insistently(() => client.call("remember_memory", { scope_id, kind: "fact", text }));
    expect(isError).toBe(false);
  }
}

/** As an agent does whose call has failed: a balancer that does not look sends every second or third call to the dead. */
async function insistently<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt === 100) throw error;
      await pause(10);
    }
  }
}

/** Sentences of a server that has no embedding model. */
async function rememberedWithoutModel(dataDir: string, scopeId: string, count: number): Promise<readonly string[]> {
  const plain = await startServer({ dataDir });
  const texts = Array.from({ length: count }, (_, number) => `Fact ${String(number)} of ${scopeId} is kept.`);
  await new Api(plain.url).scope(scopeId).rememberAll(texts);
  await plain.kill("SIGTERM");
  return texts;
}

/** Undefined while the vectors of the scope are not complete. */
async function nearest(url: string, scopeId: string, query: string): Promise<string | undefined> {
  const { status, body } = await new Api(url).scope(scopeId).call("search_memory", { query, mode: "vector", limit: 1 });
  if (status === 422) return undefined;
  return (body as components["schemas"]["SearchMemoryResponse"]).hits[0]?.text;
}

async function offersVectors(url: string): Promise<boolean> {
  const { body } = await new Api(url).call("get_capabilities");
  return (body as components["schemas"]["CapabilitiesResponse"]).search_modes.includes("vector");
}

async function storedVectors(dataDir: string): Promise<number> {
  const tables = (await tablesOf(dataDir)).filter((name) => name.startsWith("memory_vector"));
  let sum = 0;
  for (const table of tables) {
    const [row] = await readDatabase<{ n: number }>(dataDir, `SELECT COUNT(*) AS n FROM ${table}`);
    sum += row?.n ?? 0;
  }
  return sum;
}
