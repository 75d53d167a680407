import type { Api, Entry, Mutation, ScopeApi } from "../support/api.js";

/** One write that ran against others: what it asked for, and what became of it. */
interface Trial {
  /** Unique, and part of the write: it shows in the history exactly as often as the write had its effect. */
  readonly reason: string;
  /** The Revision the write was based on, if it named one. */
  readonly base: number | undefined;
  /** Undefined when it was refused because somebody else was faster. */
  readonly done: Mutation | undefined;
  /** Whether it may find its work done already: two remember one sentence. */
  readonly mayFindTwin: boolean;
}

interface Captured {
  readonly sourceId: string;
  readonly position: number;
}

export interface RaceReport {
  readonly trials: number;
  readonly done: number;
  readonly conflicts: number;
  readonly captures: number;
  readonly revisions: number;
  /** Writes that were acknowledged and are not in the history where their answer said. */
  readonly lostUpdates: number;
  /** Effects without an acknowledged write, or more than one for one. */
  readonly duplicateEffects: number;
  /** What else is wrong, in words. */
  readonly faults: readonly string[];
}

/** How many trials share a scope: they race for one head, and its lists stay short. */
const TRIALS_A_SCOPE = 250;
const CLIENTS_A_SERVER = 2;

/** Random writes to one scope through all servers at once, scope after scope, each scope judged when it is done. */
export async function runTrials(apis: readonly Api[], count: number, seed: number): Promise<RaceReport> {
  const random = generator(seed);
  const reports: RaceReport[] = [];
  for (let left = count; left > 0; left -= TRIALS_A_SCOPE) {
    const id = `race-${String(seed)}-${String(left)}`;
    reports.push(
      await raceInScope(
        apis.map((api) => api.scope(id)),
        Math.min(left, TRIALS_A_SCOPE),
        random,
      ),
    );
  }
  return sumOf(reports);
}

async function raceInScope(scopes: readonly ScopeApi[], count: number, random: () => number): Promise<RaceReport> {
  const trials: Trial[] = [];
  const captured: Captured[] = [];
  const [first] = scopes;
  if (first === undefined) throw new Error("no server to race with");
  const beginning = await first.remember("the first", { reason: "the first" });
  trials.push({ reason: "the first", base: undefined, done: beginning, mayFindTwin: false });
  let next = 0;
  const client = async (scope: ScopeApi): Promise<void> => {
    for (let number = next++; number < count; number = next++) {
      if (random() < 0.2) captured.push(await capture(scope, number));
      else trials.push(await write(scope, number, random));
    }
  };
  await Promise.all(scopes.flatMap((scope) => Array.from({ length: CLIENTS_A_SERVER }, () => client(scope))));
  return judge(scopes, trials, captured);
}

async function capture(scope: ScopeApi, number: number): Promise<Captured> {
  // Four trials tell of the same event.
  const sourceId = `event ${String(number >> 2)}`;
  const { position } = await scope.capture(sourceId, `content of ${sourceId}`);
  return { sourceId, position };
}

async function write(scope: ScopeApi, number: number, random: () => number): Promise<Trial> {
  const reason = `trial ${String(number)}`;
  const choice = random();
  if (choice < 0.25) return attempt(scope, "remember_memory", { kind: "fact", text: reason, reason });
  // The same sentence from whoever comes by in the next few trials.
  const sentence = `sentence ${String(number >> 3)}`;
  if (choice < 0.4) return attempt(scope, "remember_memory", { kind: "fact", text: sentence, reason }, "may find twin");
  const { memory, entries } = await scope.list();
  const expected = memory?.revision;
  const entry = entries[Math.floor(random() * entries.length)];
  if (choice < 0.55 || entry === undefined) {
    return attempt(scope, "remember_memory", { kind: "fact", text: reason, reason, expected_revision: expected });
  }
  const { citation } = entry;
  return choice < 0.8
    ? attempt(scope, "revise_memory_entry", { citation, kind: "fact", text: reason, reason })
    : attempt(scope, "retire_memory_entry", { citation, reason });
}

async function attempt(
  scope: ScopeApi,
  operation: string,
  body: Readonly<Record<string, unknown>> & { readonly reason: string },
  twin?: "may find twin",
): Promise<Trial> {
  const { status, body: answered } = await scope.call(operation, body);
  if (status !== 200 && status !== 409) throw new Error(`${operation} was answered ${String(status)}`);
  const cited = body["citation"] as Entry["citation"] | undefined;
  const base = cited?.memory_ref.revision ?? (body["expected_revision"] as number | undefined);
  const done = status === 200 ? (answered as Mutation) : undefined;
  return { reason: body.reason, base, done, mayFindTwin: twin !== undefined };
}

async function judge(
  scopes: readonly ScopeApi[],
  trials: readonly Trial[],
  captured: readonly Captured[],
): Promise<RaceReport> {
  const [scope] = scopes as [ScopeApi];
  const history = (await scope.changes(0)).revisions;
  const revisionsOf = new Map<string, number[]>();
  for (const { memory_ref, changes } of history) {
    for (const { reason } of changes) {
      revisionsOf.set(String(reason), [...(revisionsOf.get(String(reason)) ?? []), memory_ref.revision]);
    }
  }
  const done = trials.filter((trial) => trial.done !== undefined);
  const effective = done.filter(({ reason, mayFindTwin }) => !mayFindTwin || revisionsOf.has(reason));
  const lost = effective.filter((trial) => isLost(trial, revisionsOf.get(trial.reason)));
  const known = new Set(effective.map(({ reason }) => reason));
  const doubled = [...revisionsOf].filter(([reason, revisions]) => revisions.length > 1 || !known.has(reason));
  const faults = [
    ...(history.every(({ memory_ref }, index) => memory_ref.revision === index + 1) ? [] : ["Revisions have a hole"]),
    ...(await entryFaults(scopes, effective)),
    ...(await journalFaults(scope, captured)),
  ];
  return {
    trials: trials.length - 1 + captured.length,
    done: done.length,
    conflicts: trials.length - done.length,
    captures: captured.length,
    revisions: history.length,
    lostUpdates: lost.length,
    duplicateEffects: doubled.length,
    faults,
  };
}

/** Its effect must be in the Revision it was told, and that must be the next after the one it was based on. */
function isLost({ base, done }: Trial, revisions: readonly number[] | undefined): boolean {
  const told = done?.memory.revision;
  return told === undefined || revisions?.includes(told) !== true || (base !== undefined && told !== base + 1);
}

/** The entries must be what the writes give when they are done one after the other in the order of their Revisions. */
async function entryFaults(scopes: readonly ScopeApi[], effective: readonly Trial[]): Promise<readonly string[]> {
  const inOrder = effective
    .flatMap(({ done }) => (done === undefined ? [] : [done]))
    .sort((a, b) => a.memory.revision - b.memory.revision);
  const expected = linesOf([...new Map(inOrder.map(({ entry }) => [entry.citation.entry_id, entry])).values()]);
  const seen = await Promise.all(scopes.map(async (scope) => linesOf((await scope.list(ALL)).entries)));
  const active = (await scopes[0]?.list())?.entries.map(({ text }) => text) ?? [];
  return [
    ...(seen.every((lines) => lines === expected) ? [] : ["the entries are not what the writes give"]),
    // Nobody revises into a text that another entry has.
    ...(new Set(active).size === active.length ? [] : ["two active entries say the same"]),
  ];
}

const ALL = { include_inactive: true };

function linesOf(entries: readonly Entry[]): string {
  return entries
    .map(({ citation, version, state, text }) => `${citation.entry_id} ${String(version)} ${state} ${text}`)
    .sort()
    .join("\n");
}

async function journalFaults(scope: ScopeApi, captured: readonly Captured[]): Promise<readonly string[]> {
  const positions = new Map(captured.map(({ sourceId, position }) => [sourceId, position]));
  const isOne = captured.every(({ sourceId, position }) => positions.get(sourceId) === position);
  const sorted = [...positions.values()].sort((a, b) => a - b);
  const { position: last } = await scope.capture("the last", "content");
  const isWhole = sorted.every((position, index) => position === index + 1) && last === sorted.length + 1;
  return [...(isOne ? [] : ["an event has two positions"]), ...(isWhole ? [] : ["the journal has a hole"])];
}

function sumOf(reports: readonly RaceReport[]): RaceReport {
  const sum = (pick: (report: RaceReport) => number): number =>
    reports.reduce((total, report) => total + pick(report), 0);
  return {
    trials: sum(({ trials }) => trials),
    done: sum(({ done }) => done),
    conflicts: sum(({ conflicts }) => conflicts),
    captures: sum(({ captures }) => captures),
    revisions: sum(({ revisions }) => revisions),
    lostUpdates: sum(({ lostUpdates }) => lostUpdates),
    duplicateEffects: sum(({ duplicateEffects }) => duplicateEffects),
    faults: reports.flatMap(({ faults }) => faults),
  };
}

/** Numerical Recipes' linear congruential generator. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
