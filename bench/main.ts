import { writeFile } from "node:fs/promises";

import { comparison } from "./comparison.bench.js";
import { disk } from "./disk.bench.js";
import { engineThroughput } from "./engine-throughput.bench.js";
import { experience } from "./experience.bench.js";
import { hooks } from "./hooks.bench.js";
import { isolation } from "./isolation.bench.js";
import { memoryWrites } from "./memory-writes.bench.js";
import { memory } from "./memory.bench.js";
import { partitions } from "./partitions.bench.js";
import { quality } from "./quality.bench.js";
import { replicas } from "./replicas.bench.js";
import { scale } from "./scale.bench.js";
import { start } from "./start.bench.js";
import { statements } from "./statements.bench.js";
import { Bench, type Section } from "./support/bench.js";
import { parseOptions } from "./support/options.js";
import { isReached, type Row } from "./support/row.js";
import { heading, line } from "./support/table.js";
import type { DatabaseKind } from "./support/target.js";
import { throughputs } from "./throughput.bench.js";
import { tracing } from "./tracing.bench.js";
import { hybrid, vectors } from "./vectors.bench.js";

/** In this order; memory tells of all before it. */
const SECTIONS: Readonly<Record<DatabaseKind, readonly Section[]>> = {
  sqlite: [
    statements,
    memoryWrites,
    isolation,
    experience,
    tracing,
    throughputs,
    start,
    disk,
    quality,
    hybrid,
    vectors,
    hooks,
    memory,
    scale,
  ],
  oceanbase: [
    statements,
    memoryWrites,
    isolation,
    experience,
    tracing,
    comparison,
    engineThroughput,
    hooks,
    memory,
    partitions,
    scale,
    replicas,
  ],
};

/** Runs the chosen sections and prints a table each as it is known. See bench/README.md. */
async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const sections = SECTIONS[options.database];
  const isChosen = ({ name, isOnlyByName }: Section): boolean =>
    options.only.length === 0 ? isOnlyByName !== true : options.only.includes(name);
  const chosen = sections.filter(isChosen);
  const unknown = options.only.filter((name) => !sections.some((section) => section.name === name));
  if (unknown.length > 0) throw new TypeError(`There is no section ${unknown.join(", ")}.`);

  const bench = await Bench.open(options);
  const tables: { section: string; seconds: number; rows: readonly Row[] }[] = [];
  try {
    for (const section of chosen) {
      const began = performance.now();
      const rows = await section.run(bench);
      const seconds = Math.round((performance.now() - began) / 1_000);
      tables.push({ section: section.name, seconds, rows });
      print(`${heading(section.title)}\n${rows.map(line).join("\n")}`);
      print(`(${section.name}: ${String(seconds)} s)`);
    }
  } finally {
    await bench.close();
  }
  const rows = tables.flatMap((table) => table.rows);
  const missed = rows.filter((row) => isReached(row) === false);
  print(`\n${String(rows.length)} rows, ${String(missed.length)} short of their target.`);
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(tables, undefined, 2)}\n`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
