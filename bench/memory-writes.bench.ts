import { Api } from "./support/api.js";
import type { Bench, Section } from "./support/bench.js";
import { seeded } from "./support/random.js";
import { atMost, type Row } from "./support/row.js";
import { median } from "./support/samples.js";
import { englishSentence, sentencePool } from "./support/word-model.js";

const OPERATIONS = ["remember", "revise", "retire"] as const;
type Operation = (typeof OPERATIONS)[number];

/** Small scopes are many, so that the samples do not make them grow. */
const SIZES = [
  { label: "100", entries: 100, scopes: 30 },
  { label: "1k", entries: 1_000, scopes: 6 },
  { label: "10k", entries: 10_000, scopes: 1 },
] as const;
type Size = (typeof SIZES)[number];

const GROWTH = { sqlite: 1.3, oceanbase: 1.5 };

/** Writes to Memories of three sizes in turn, one after the other over one connection, each durable before the next. */
export const memoryWrites: Section = {
  name: "writes",
  title: "Memory writes, p50",
  async run(bench) {
    const dataDir = await bench.dataDir("writes");
    await fill(bench, dataDir);
    const samples = await bench.withServer("writes to one scope of 10k", dataDir, ({ url }) => measure(bench, url));
    return OPERATIONS.flatMap((operation) => rowsOf(operation, samples, GROWTH[bench.target.kind]));
  },
};

async function fill({ target }: Bench, dataDir: string): Promise<void> {
  const loader = await target.openLoader(dataDir, sentencePool(10_000, 21));
  for (const size of SIZES) {
    for (let scope = 0; scope < size.scopes; scope++)
      await loader.addScope(scopeOf(size, scope), size.entries, scope * 31);
  }
  await loader.close();
}

type Samples = Readonly<Record<Size["label"], Readonly<Record<Operation, number[]>>>>;

async function measure(bench: Bench, url: string): Promise<Samples> {
  const api = await Api.open(url);
  const random = seeded(22);
  const none = () => ({ remember: [], revise: [], retire: [] });
  const samples: Samples = { "100": none(), "1k": none(), "10k": none() };
  const rounds = bench.count(400, 40);
  for (let round = -20; round < rounds; round++) {
    for (let turn = 0; turn < SIZES.length; turn++) {
      const size = SIZES[Math.abs(round + turn) % SIZES.length] ?? SIZES[0];
      const scope = scopeOf(size, Math.abs(round) % size.scopes);
      const times = await lifeOfAnEntry(api, scope, () => englishSentence(random));
      if (round >= 0) for (const operation of OPERATIONS) samples[size.label][operation].push(times[operation]);
    }
  }
  api.close();
  return samples;
}

async function lifeOfAnEntry(
  api: Api,
  scope: string,
  text: () => string,
): Promise<Readonly<Record<Operation, number>>> {
  const remembered = await api.remember(scope, text());
  const revised = await api.revise(scope, remembered.answer.entry.citation, text());
  const retired = await api.retire(scope, revised.answer.entry.citation);
  return { remember: remembered.ms, revise: revised.ms, retire: retired.ms };
}

function rowsOf(operation: Operation, samples: Samples, growth: number): readonly Row[] {
  const base = samples["100"][operation];
  return SIZES.map(({ label }) => {
    const values = samples[label][operation];
    const row = { name: `${operation} at ${label} entries`, value: median(values), unit: "ms" };
    if (label === "100") return row;
    const ratio = { of: "that at 100", value: median(values) / median(base) };
    return label === "10k" ? { ...row, ratio, target: atMost(growth) } : { ...row, ratio };
  });
}

const scopeOf = (size: Size, index: number): string => `writes-${size.label}-${String(index)}`;
