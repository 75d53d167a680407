import type { Bench, Section } from "./support/bench.js";
import { capturedTexts, type CapturedText } from "./support/captured-text.js";
import { captureRequest, prepareRequest, rememberRequest, type Request } from "./support/load.js";
import { measuredLoad, processorRows, type Sample } from "./support/measured-load.js";
import { loadProbe, PROBE_SCOPE, writeProbe } from "./support/probe-scope.js";
import { atLeast, type Row } from "./support/row.js";
import { median, medianRatio } from "./support/samples.js";
import type { SingleInserts } from "./support/single-inserts.js";
import { OceanBaseTarget } from "./support/target.oceanbase.js";

const CONNECTIONS = 16;
const SCOPES = 16;
const CAPTURE_TO_INSERTS = 0.25;

/** Each load alone for a moment, all of them round after round, so that every round has its own ratios. */
export const engineThroughput: Section = {
  name: "throughput",
  title: `Answers per second, ${String(CONNECTIONS)} connections over ${String(SCOPES)} scopes`,
  async run(bench) {
    if (!(bench.target instanceof OceanBaseTarget)) throw new TypeError("this section measures an engine");
    const inserts = await bench.target.openSingleInserts(CONNECTIONS);
    const { texts, query } = await loadProbe(3);
    const dataDir = await bench.dataDir("throughput");
    return bench.withServer("throughput", dataDir, async ({ url, pid }) => {
      await writeProbe(url, texts);
      const samples = await measure(bench, { url, pid, inserts, query });
      await inserts.close();
      return rowsOf(samples);
    });
  },
};

interface Measured {
  readonly url: string;
  readonly pid: number;
  readonly inserts: SingleInserts;
  readonly query: () => string;
}

const LOAD_NAMES = ["capture", "lone", "remember", "prepare"] as const;
type LoadName = (typeof LOAD_NAMES)[number];

interface Samples {
  /** Rows per second. */
  readonly inserts: number[];
  readonly loads: Readonly<Record<LoadName, Sample[]>>;
}

async function measure(bench: Bench, { url, pid, inserts, query }: Measured): Promise<Samples> {
  const text = capturedTexts(SCOPES);
  const plans = plansOf(text, query);
  const samples: Samples = { inserts: [], loads: { capture: [], lone: [], remember: [], prepare: [] } };
  const milliseconds = bench.count(2_000, 400);
  for (let round = -1; round < bench.count(7, 2); round++) {
    const inserted = await inserts.run(milliseconds, text);
    if (round >= 0) samples.inserts.push(inserted);
    for (const name of LOAD_NAMES) {
      const connections = name === "lone" ? 1 : CONNECTIONS;
      const sample = await measuredLoad(pid, { url, connections, milliseconds, next: plans[name] });
      if (round >= 0) samples.loads[name].push(sample);
    }
  }
  return samples;
}

function plansOf(text: () => CapturedText, query: () => string): Readonly<Record<LoadName, () => Request>> {
  let count = 0;
  const capture = (): Request => {
    const { scopeId, content } = text();
    return captureRequest(scopeId, `source-${String(count++)}`, content);
  };
  const remember = (): Request => {
    const { scopeId, content } = text();
    return rememberRequest(scopeId, `${String(count++)} ${content}`);
  };
  return { capture, lone: capture, remember, prepare: () => prepareRequest(PROBE_SCOPE, query()) };
}

function rowsOf({ inserts, loads }: Samples): readonly Row[] {
  const rates = (load: LoadName): readonly number[] => loads[load].map(({ perSecond }) => perSecond);
  const row = (name: string, values: readonly number[]): Row => ({ name, value: median(values), unit: "/s" });
  const beside = (load: LoadName) => ({ of: "the single INSERTs", value: medianRatio(rates(load), inserts) });
  return [
    row("single INSERTs of the same texts, no server", inserts),
    { ...row("capture", rates("capture")), ratio: beside("capture"), target: atLeast(CAPTURE_TO_INSERTS) },
    row("capture over one connection", rates("lone")),
    { ...row("remember", rates("remember")), ratio: beside("remember") },
    row("prepare in a scope of 1k entries", rates("prepare")),
    ...(["capture", "remember", "prepare"] as const).flatMap((load) => processorRows(load, loads[load])),
  ];
}
