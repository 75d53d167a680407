import { Api } from "./support/api.js";
import type { Bench, Section } from "./support/bench.js";
import { largeFile } from "./support/large-file.js";
import { loadProbe, PROBE_SCOPE, writeProbe } from "./support/probe-scope.js";
import { atMost, type Row } from "./support/row.js";
import { median, percentile } from "./support/samples.js";

const OPERATIONS = ["search", "prepare"] as const;
const AMONG_OTHERS = 1.3;

/** The same questions to the same scope in two servers by turns: alone in its file, and among 999 others of its size. */
export const isolation: Section = {
  name: "isolation",
  title: "Reads of a scope with 1k entries, p50",
  async run(bench) {
    const large = await largeFile(bench);
    const { texts } = await loadProbe(1);
    const alone = await bench.dataDir("alone");
    return bench.withServer("reads, one scope of 1k", alone, async (first) => {
      await writeProbe(first.url, texts);
      return bench.withServer(`reads, ${String(large.entries)} entries`, large.dataDir, async (second) => {
        const samples = await measure(bench, [first.url, second.url]);
        return OPERATIONS.flatMap((operation) => rowsOf(operation, large.scopes - 1, samples[operation]));
      });
    });
  },
};

type Pairs = readonly [alone: number[], among: number[]];
type Samples = Readonly<Record<(typeof OPERATIONS)[number], Pairs>>;

async function measure(bench: Bench, urls: readonly [string, string]): Promise<Samples> {
  const apis = [await Api.open(urls[0]), await Api.open(urls[1])] as const;
  const { query } = await loadProbe(2);
  const samples: Samples = { search: [[], []], prepare: [[], []] };
  const rounds = bench.count(1_500, 150);
  for (let round = -50; round < rounds; round++) {
    const asked = query();
    for (const operation of OPERATIONS) {
      // The second to be asked finds the processor warm: take turns at that, too.
      for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { ms } = await apis[side][operation](PROBE_SCOPE, asked);
        if (round >= 0) samples[operation][side].push(ms);
      }
    }
  }
  for (const api of apis) api.close();
  return samples;
}

function rowsOf(operation: string, others: number, [alone, among]: Pairs): readonly Row[] {
  const ratio = { of: "that alone", value: median(among) / median(alone) };
  return [
    { name: `${operation}, alone in the file`, value: median(alone), unit: "ms" },
    {
      name: `${operation}, among ${String(others)} others`,
      value: median(among),
      unit: "ms",
      ratio,
      target: atMost(AMONG_OTHERS),
    },
    { name: `${operation}, among ${String(others)} others, p95`, value: percentile(among, 0.95), unit: "ms" },
  ];
}
