import type { Bench, Section } from "./support/bench.js";
import { capturedTexts } from "./support/captured-text.js";
import { captureRequest, prepareRequest, type Request, throughput } from "./support/load.js";
import { loadProbe, PROBE_SCOPE, writeProbe } from "./support/probe-scope.js";
import { processorTimeOf } from "./support/processor-time.js";
import type { Row } from "./support/row.js";
import { median, medianRatio } from "./support/samples.js";
import { OceanBaseTarget } from "./support/target.oceanbase.js";

const CONNECTIONS = 24;
const SCOPES = 24;
const REPLICAS = [1, 2, 3];
const LOADS = ["prepare", "capture"] as const;
type LoadName = (typeof LOADS)[number];

interface Sample {
  readonly perSecond: number;
  /** Milliseconds of processor for an answer: of all servers together, of the engine, and of the bench itself. */
  readonly servers: number;
  readonly engine: number;
  readonly bench: number;
}

type Samples = Readonly<Record<LoadName, readonly Sample[][]>>;

/** Servers over one engine: the same connections to one of them and to several, by turns. */
export const replicas: Section = {
  name: "replicas",
  isOnlyByName: true,
  title: `Answers per second, ${String(CONNECTIONS)} connections to so many servers`,
  async run(bench) {
    if (!(bench.target instanceof OceanBaseTarget)) throw new TypeError("this section measures an engine");
    const enginePids = bench.target.enginePids();
    const dataDir = await bench.dataDir("replicas");
    return withReplicas(bench, dataDir, Math.max(...REPLICAS), async (servers) => {
      await writeProbe(servers[0]?.url ?? "", (await loadProbe(1)).texts);
      return rowsOf(await measure(bench, servers, enginePids));
    });
  },
};

interface Replica {
  readonly url: string;
  readonly pid: number;
}

function withReplicas<T>(
  bench: Bench,
  dataDir: string,
  count: number,
  use: (servers: readonly Replica[]) => Promise<T>,
): Promise<T> {
  if (count === 0) return use([]);
  return bench.withServer("a replica", dataDir, (server) =>
    withReplicas(bench, dataDir, count - 1, (others) => use([server, ...others])),
  );
}

async function measure(bench: Bench, servers: readonly Replica[], enginePids: readonly number[]): Promise<Samples> {
  const next = await plansOf();
  const samples: Samples = { prepare: REPLICAS.map(() => []), capture: REPLICAS.map(() => []) };
  for (let round = -1; round < bench.count(7, 2); round++) {
    for (const name of LOADS) {
      for (const [index, count] of REPLICAS.entries()) {
        const asked = servers.slice(0, count);
        const sample = await oneLoad(asked, enginePids, { milliseconds: bench.count(2_500, 400), next: next[name] });
        if (round >= 0) samples[name][index]?.push(sample);
      }
    }
  }
  return samples;
}

interface Plan {
  readonly milliseconds: number;
  readonly next: () => Request;
}

async function oneLoad(servers: readonly Replica[], enginePids: readonly number[], plan: Plan): Promise<Sample> {
  const pids = { servers: servers.map(({ pid }) => pid), engine: enginePids, bench: [process.pid] };
  const before = processorOf(pids);
  const connections = CONNECTIONS / servers.length;
  const loads = await Promise.all(servers.map(({ url }) => throughput({ url, connections, ...plan })));
  const after = processorOf(pids);
  const answers = loads.reduce((sum, load) => sum + load.answers, 0);
  return {
    perSecond: loads.reduce((sum, load) => sum + load.perSecond, 0),
    servers: (after.servers - before.servers) / answers,
    engine: (after.engine - before.engine) / answers,
    bench: (after.bench - before.bench) / answers,
  };
}

type Parties = Readonly<Record<"servers" | "engine" | "bench", readonly number[]>>;

function processorOf(parties: Parties): Readonly<Record<keyof Parties, number>> {
  const sum = (pids: readonly number[]): number =>
    pids.map(processorTimeOf).reduce((total, { main, others }) => total + main + others, 0);
  return { servers: sum(parties.servers), engine: sum(parties.engine), bench: sum(parties.bench) };
}

async function plansOf(): Promise<Readonly<Record<LoadName, () => Request>>> {
  const { query } = await loadProbe(3);
  const text = capturedTexts(SCOPES);
  let count = 0;
  return {
    prepare: () => prepareRequest(PROBE_SCOPE, query()),
    capture: () => {
      const { scopeId, content } = text();
      return captureRequest(scopeId, `source-${String(count++)}`, content);
    },
  };
}

function rowsOf(samples: Samples): readonly Row[] {
  return LOADS.flatMap((name) => [
    ...REPLICAS.map((count, index): Row => {
      const rates = ratesOf(samples, name, index);
      const row = { name: `${name}, ${serversOf(count)}`, value: median(rates), unit: "/s" };
      return index === 0
        ? row
        : { ...row, ratio: { of: "that of one", value: medianRatio(rates, ratesOf(samples, name, 0)) } };
    }),
    ...REPLICAS.flatMap((count, index) =>
      (["servers", "engine", "bench"] as const).map((party) => ({
        name: `processor an answer, ${name}, ${serversOf(count)}: ${party}`,
        value: median((samples[name][index] ?? []).map((sample) => sample[party])),
        unit: "ms",
      })),
    ),
  ]);
}

const ratesOf = (samples: Samples, name: LoadName, index: number): readonly number[] =>
  (samples[name][index] ?? []).map(({ perSecond }) => perSecond);

const serversOf = (count: number): string => (count === 1 ? "one server" : `${String(count)} servers`);
