import type { Bench, Section } from "./support/bench.js";
import { load, type Population, tailRows, timeRows, timesOf, withServers } from "./support/loaded-scopes.js";
import type { Row } from "./support/row.js";
import { timed } from "./support/samples.js";
import { sentencePool } from "./support/word-model.js";

const ROUNDS = { sqlite: 400, oceanbase: 200 };

/** One after the other over one connection: what grows with a scope, and what with the number of scopes. */
export const scale: Section = {
  name: "scale",
  isOnlyByName: true,
  title: "Operations by size, p50",
  async run(bench) {
    const largest = bench.count(100_000, 1_000);
    const sizes = [100, 1_000, 10_000, 100_000].filter((entries) => entries <= largest);
    const numbers = [1, 10, 100, 1_000].filter((scopes) => scopes <= bench.count(1_000, 10));
    return [
      ...(await curve(
        bench,
        sizes.map((entries) => ({ label: `one scope of ${count(entries)}`, scopes: 1, entries })),
      )),
      ...(await curve(
        bench,
        numbers.map((scopes) => ({
          label: `${count(scopes)} ${scopes === 1 ? "scope" : "scopes"} of 1k`,
          scopes,
          entries: 1_000,
        })),
      )),
    ];
  },
};

/** Each population in a database of its own, with a server of its own, asked by turns. */
async function curve(bench: Bench, populations: readonly Population[]): Promise<readonly Row[]> {
  const texts = sentencePool(Math.max(...populations.map(({ entries }) => entries)), 41);
  const placed = [];
  for (const [index, population] of populations.entries()) {
    const dataDir = await bench.dataDir(`scale_${String(population.scopes)}_${String(population.entries)}`);
    const seconds = (await timed(() => load(bench.target, dataDir, population, texts))) / 1_000;
    process.stderr.write(
      `scale: loaded ${population.label} in ${seconds.toFixed(0)} s (${String(index + 1)} of ${String(populations.length)})\n`,
    );
    placed.push({ ...population, dataDir });
  }
  return withServers(bench, placed, async (served) => {
    const times = await timesOf(served, bench.count(ROUNDS[bench.target.kind], 20));
    return [...timeRows(served, times), ...tailRows(served, times, "prepare"), ...tailRows(served, times, "remember")];
  });
}

const count = (value: number): string => (value < 1_000 ? String(value) : `${String(value / 1_000)}k`);
