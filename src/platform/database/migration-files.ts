import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { sha256 } from "../../kernel/canonical-json.js";

/** One forward step of the schema: one statement, so that every step can be run again after a crash in its middle. */
export interface MigrationStep {
  readonly step: number;
  /** As on the other database, e.g. `0004-memory-head`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, hex. */
  readonly checksum: string;
  /** The lowest step a server must know to work on a schema that has this one. 0: every server does. */
  readonly compatibleFrom: number;
}

const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;
const COMPATIBLE_FROM = /^-- compatible-from: (\d+)$/m;

/** The steps of one database, ascending. @throws Error when numbers are missing or doubled. */
export function readMigrationSteps(kind: "sqlite" | "oceanbase"): readonly MigrationStep[] {
  const folder = new URL(`../../../migrations/${kind}/`, import.meta.url);
  const names = readdirSync(fileURLToPath(folder)).sort();
  return names.map((fileName, index) => {
    const step = Number(FILE_NAME.exec(fileName)?.[1]);
    if (step !== index + 1) throw new Error(`migrations/${kind}/${fileName} breaks the sequence of steps`);
    const sql = readFileSync(new URL(fileName, folder), "utf8");
    return {
      step,
      name: fileName.slice(0, -".sql".length),
      sql,
      checksum: sha256(sql).toString("hex"),
      compatibleFrom: Number(COMPATIBLE_FROM.exec(sql)?.[1] ?? 0),
    };
  });
}
