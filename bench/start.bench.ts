import type { Section } from "./support/bench.js";
import { largeDatabase } from "./support/large-database.js";
import { atMost } from "./support/row.js";
import { median } from "./support/samples.js";

const WITH_A_MILLION = 1.2;

/** From the spawn of the process to the first answer that says ready, over an empty file and a large one by turns. */
export const start: Section = {
  name: "start",
  title: "Start, p50",
  async run(bench) {
    const large = await largeDatabase(bench);
    const empty = await bench.dataDir("empty");
    const startOver = (label: string, dataDir: string): Promise<number> =>
      bench.withServer(label, dataDir, ({ startMs }) => Promise.resolve(startMs));

    const times: Record<"empty" | "large", number[]> = { empty: [], large: [] };
    const rounds = bench.count(11, 3);
    for (let round = -1; round < rounds; round++) {
      const onEmpty = await startOver("start, empty", empty);
      const onLarge = await startOver(`start, ${String(large.entries)} entries`, large.dataDir);
      if (round < 0) continue;
      times.empty.push(onEmpty);
      times.large.push(onLarge);
    }
    const ratio = { of: "that of an empty one", value: median(times.large) / median(times.empty) };
    return [
      { name: "start with an empty database", value: median(times.empty), unit: "ms" },
      {
        name: `start with ${String(large.entries)} entries`,
        value: median(times.large),
        unit: "ms",
        ratio,
        target: atMost(WITH_A_MILLION),
      },
    ];
  },
};
