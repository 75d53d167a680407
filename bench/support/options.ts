import { resolve } from "node:path";
import { parseArgs } from "node:util";

import type { DatabaseKind } from "./target.js";

export interface BenchOptions {
  readonly database: DatabaseKind;
  /** Names of the sections to run; empty runs all. */
  readonly only: readonly string[];
  /** Fewer samples and smaller files: shows that everything runs, not what the figures are. */
  readonly quick: boolean;
  /** Where the rows are also written as JSON. */
  readonly json: string | undefined;
  /** The built server under test. */
  readonly entryPoint: string;
  /** On a real disk: the database files of the run, and the large one that later runs use again. */
  readonly folder: string;
}

/** @throws TypeError for an option or a database that does not exist. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      database: { type: "string", default: "sqlite" },
      only: { type: "string", default: "" },
      quick: { type: "boolean", default: false },
      json: { type: "string" },
      server: { type: "string", default: "dist/main.js" },
      folder: { type: "string", default: "node_modules/.cache/powercontext-bench" },
    },
  });
  const { database } = values;
  if (database !== "sqlite" && database !== "oceanbase") throw new TypeError(`There is no database ${database}.`);
  return {
    database,
    only: values.only.split(",").filter((name) => name !== ""),
    quick: values.quick,
    json: values.json,
    entryPoint: resolve(values.server),
    folder: resolve(values.folder),
  };
}
