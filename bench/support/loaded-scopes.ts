import { Api } from "./api.js";
import type { Bench } from "./bench.js";
import { seeded } from "./random.js";
import type { Row } from "./row.js";
import { median, percentile } from "./samples.js";
import type { Target } from "./target.js";
import { englishSentence, prompt } from "./word-model.js";

const OPERATIONS = ["prepare", "search", "capture", "remember"] as const;
export type Operation = (typeof OPERATIONS)[number];
/** Milliseconds. */
export type Times = Readonly<Record<Operation, number[]>>;

/** Scopes of equal size in one database. */
export interface Population {
  readonly label: string;
  readonly scopes: number;
  readonly entries: number;
}

/** A server over a population. */
export interface Served {
  readonly population: Population;
  readonly url: string;
}

export async function load(
  target: Target,
  dataDir: string,
  population: Population,
  pool: readonly string[],
): Promise<void> {
  const loader = await target.openLoader(dataDir, pool);
  for (let index = 0; index < population.scopes; index++) {
    await loader.addScope(scopeOf(population, index), population.entries, index * 617);
  }
  await loader.close();
}

/** Runs `use` with a server over each population, all of them up at once so that they can be asked by turns. */
export async function withServers<T>(
  bench: Bench,
  populations: readonly (Population & { readonly dataDir: string; readonly target?: Target })[],
  use: (served: readonly Served[]) => Promise<T>,
): Promise<T> {
  const [first, ...rest] = populations;
  if (first === undefined) return use([]);
  const { label, dataDir, target } = first;
  return bench.withServer(
    label,
    dataDir,
    ({ url }) => withServers(bench, rest, (others) => use([{ population: first, url }, ...others])),
    target,
  );
}

/** Each operation once a round on each of them by turns, over one connection, in scopes drawn anew. */
export async function timesOf(served: readonly Served[], rounds: number): Promise<readonly Times[]> {
  const random = seeded(53);
  const apis = await Promise.all(served.map(({ url }) => Api.open(url)));
  const times = served.map((): Times => ({ prepare: [], search: [], capture: [], remember: [] }));
  for (let round = -20; round < rounds; round++) {
    const drawn = { share: random(), asked: prompt(random), said: englishSentence(random), round };
    for (let turn = 0; turn < served.length; turn++) {
      const index = Math.abs(round + turn) % served.length;
      const [each, api, taken] = [served[index], apis[index], times[index]];
      if (each === undefined || api === undefined || taken === undefined) continue;
      const took = await onceEach(api, each.population, drawn);
      if (round >= 0) for (const operation of OPERATIONS) taken[operation].push(took[operation]);
    }
  }
  for (const api of apis) api.close();
  return times;
}

interface Drawn {
  /** 0..1: which of the scopes. */
  readonly share: number;
  readonly asked: string;
  readonly said: string;
  readonly round: number;
}

async function onceEach(
  api: Api,
  population: Population,
  { share, asked, said, round }: Drawn,
): Promise<Readonly<Record<Operation, number>>> {
  const scope = scopeOf(population, Math.floor(share * population.scopes));
  const prepare = await api.prepare(scope, asked);
  const search = await api.search(scope, asked);
  const capture = await api.capture(scope, `bench-${String(round)}`, said);
  const remember = await api.remember(scope, `${said} ${String(round)}`);
  return { prepare: prepare.ms, search: search.ms, capture: capture.ms, remember: remember.ms };
}

/** An operation's median on each population, and how often that of the first it is. */
export function timeRows(served: readonly Served[], times: readonly Times[]): readonly Row[] {
  return OPERATIONS.flatMap((operation) =>
    served.map(({ population }, index): Row => {
      const values = times[index]?.[operation] ?? [];
      const base = times[0]?.[operation] ?? [];
      const row = { name: `${operation}, ${population.label}`, value: median(values), unit: "ms" };
      if (index === 0) return row;
      const of = served[0]?.population.label ?? "";
      return { ...row, ratio: { of, value: median(values) / median(base) } };
    }),
  );
}

/** The same rows for the slowest twentieth. */
export function tailRows(served: readonly Served[], times: readonly Times[], operation: Operation): readonly Row[] {
  return served.map(({ population }, index) => ({
    name: `${operation}, ${population.label}, p95`,
    value: percentile(times[index]?.[operation] ?? [], 0.95),
    unit: "ms",
  }));
}

const scopeOf = ({ scopes, entries }: Population, index: number): string =>
  `${String(entries)}-of-${String(scopes)}-${String(index)}`;
