import type { Bench, Section } from "./support/bench.js";
import { load, tailRows, timeRows, timesOf, withServers } from "./support/loaded-scopes.js";
import type { Row } from "./support/row.js";
import { timed } from "./support/samples.js";
import { OceanBaseTarget } from "./support/target.oceanbase.js";
import { sentencePool } from "./support/word-model.js";

const PARTITIONS = [1, 8, 32];
const ENTRIES = 100;
const TEXTS = 2_000;

/** The same scopes in databases of as many partitions: what making them takes, and what each operation takes by turns. */
export const partitions: Section = {
  name: "partitions",
  isOnlyByName: true,
  title: `Scopes of ${String(ENTRIES)} entries on so many partitions, p50`,
  async run(bench) {
    const engine = bench.target;
    if (!(engine instanceof OceanBaseTarget)) throw new TypeError("this section measures an engine");
    const populations = [];
    const made: Row[] = [];
    for (const count of PARTITIONS) {
      const label = count === 1 ? "not partitioned" : `${String(count)} partitions`;
      const target = engine.partitioned(count);
      const population = { label, scopes: bench.count(1_000, 20), entries: ENTRIES };
      const dataDir = await bench.dataDir(`partitions_${String(count)}`);
      const seconds = (await timed(() => target.make(dataDir))) / 1_000;
      made.push({ name: `making the tables, ${label}`, value: seconds, unit: "s" });
      await load(target, dataDir, population, sentencePool(TEXTS, 41));
      populations.push({ ...population, dataDir, target });
    }
    return [...made, ...(await measure(bench, populations))];
  },
};

type Populations = Parameters<typeof withServers>[1];

function measure(bench: Bench, populations: Populations): Promise<readonly Row[]> {
  return withServers(bench, populations, async (served) => {
    const times = await timesOf(served, bench.count(400, 20));
    return [...timeRows(served, times), ...tailRows(served, times, "prepare")];
  });
}
