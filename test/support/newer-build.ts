import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { readMigrationSteps } from "../../src/platform/database/migration-files.js";
import { testedDatabase } from "./test-database.js";

/** The same program as ours with one more migration, as the next release would have it. */
export interface NewerBuild {
  readonly folder: string;
  /** The number of its last step. */
  readonly step: number;
  remove(): Promise<void>;
}

/** @param sql the step: one statement that each database understands */
export async function makeNewerBuild(sql: string): Promise<NewerBuild> {
  const folder = await mkdtemp(join(tmpdir(), "powercontext-build-"));
  // Copied, because a program finds its migrations beside where it really lies.
  for (const part of ["dist", "migrations", "package.json"]) {
    await cp(resolve(part), join(folder, part), { recursive: true });
  }
  for (const part of ["node_modules", "openapi"]) await symlink(resolve(part), join(folder, part));
  const step = readMigrationSteps(testedDatabase).length + 1;
  const name = `${String(step).padStart(4, "0")}-of-the-next-release.sql`;
  await writeFile(join(folder, "migrations", testedDatabase, name), sql);
  return { folder, step, remove: () => rm(folder, { recursive: true, force: true }) };
}
