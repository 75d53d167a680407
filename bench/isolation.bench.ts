import type { Section } from "./support/bench.js";
import { largeDatabase } from "./support/large-database.js";
import { type Pairs, pairedReads } from "./support/paired-reads.js";
import { loadProbe, writeProbe } from "./support/probe-scope.js";
import { atMost, type Row } from "./support/row.js";
import { median, percentile } from "./support/samples.js";

const AMONG_OTHERS = { sqlite: 1.3, oceanbase: 1.5 };
const ROUNDS = { sqlite: 1_500, oceanbase: 500 };

/** The same questions to the same scope in two servers by turns: alone in its database, and among many of its size. */
export const isolation: Section = {
  name: "isolation",
  title: "Reads of a scope with 1k entries, p50",
  async run(bench) {
    const { kind } = bench.target;
    const large = await largeDatabase(bench);
    const { texts } = await loadProbe(1);
    const alone = await bench.dataDir("alone");
    return bench.withServer("reads, one scope of 1k", alone, async (first) => {
      await writeProbe(first.url, texts);
      return bench.withServer(`reads, ${String(large.entries)} entries`, large.dataDir, async (second) => {
        const samples = await pairedReads([first.url, second.url], bench.count(ROUNDS[kind], ROUNDS[kind] / 10));
        const rows = (["search", "prepare"] as const).map((read) => rowsOf(read, large.scopes - 1, samples[read]));
        return rows.flat().map((row) => (row.ratio ? { ...row, target: atMost(AMONG_OTHERS[kind]) } : row));
      });
    });
  },
};

function rowsOf(read: string, others: number, [alone, among]: Pairs): readonly Row[] {
  const name = `${read}, among ${String(others)} others`;
  const ratio = { of: "that alone", value: median(among) / median(alone) };
  return [
    { name: `${read}, alone in the database`, value: median(alone), unit: "ms" },
    { name, value: median(among), unit: "ms", ratio },
    { name: `${name}, p95`, value: percentile(among, 0.95), unit: "ms" },
  ];
}
