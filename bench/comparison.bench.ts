import type { Section } from "./support/bench.js";
import { pairedReads } from "./support/paired-reads.js";
import { loadProbe, writeProbe } from "./support/probe-scope.js";
import { atMost, type Row } from "./support/row.js";
import { median } from "./support/samples.js";
import { sqliteTarget } from "./support/target.sqlite.js";

const PREPARE_TO_SQLITE = 5;

/** The same questions to the same scope in two servers by turns: one on SQLite, one on the database under test. */
export const comparison: Section = {
  name: "comparison",
  title: "Reads of a scope with 1k entries beside SQLite, p50",
  async run(bench) {
    const { texts } = await loadProbe(1);
    const readBoth = async (first: string, second: string): Promise<readonly Row[]> => {
      for (const url of [first, second]) await writeProbe(url, texts);
      const { search, prepare } = await pairedReads([first, second], bench.count(500, 50));
      const rows = ([onFile, onEngine]: readonly [number[], number[]], read: string): readonly Row[] => [
        { name: `${read} on SQLite`, value: median(onFile), unit: "ms" },
        {
          name: `${read} on the engine`,
          value: median(onEngine),
          unit: "ms",
          ratio: { of: "that on SQLite", value: median(onEngine) / median(onFile) },
        },
      ];
      return [
        ...rows(search, "search"),
        ...rows(prepare, "prepare").map((row) => (row.ratio ? { ...row, target: atMost(PREPARE_TO_SQLITE) } : row)),
      ];
    };
    const file = await bench.dataDir("beside");
    const engine = await bench.dataDir("compared");
    return bench.withServer(
      "reads, SQLite",
      file,
      ({ url }) => bench.withServer("reads, the engine", engine, (server) => readBoth(url, server.url)),
      sqliteTarget,
    );
  },
};
