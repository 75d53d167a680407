import { StartError } from "../../kernel/start-error.js";
import type { MigrationStep } from "./migration-files.js";

/** A row of the ledger: a step that some server has run on this database. */
export interface AppliedStep {
  readonly step: number;
  readonly checksum: string;
  readonly compatible_from: number;
}

/**
 * The steps still to run, ascending.
 *
 * @throws StartError when the schema needs a newer server, or when a step it was made with is not the one we have.
 */
export function pendingSteps(
  known: readonly MigrationStep[],
  applied: readonly AppliedStep[],
): readonly MigrationStep[] {
  const ours = known.length;
  const needed = Math.max(0, ...applied.map((row) => row.compatible_from));
  if (needed > ours) {
    throw new StartError(
      `The database schema is newer than this server: it needs schema step ${String(needed)}, this server knows ${String(ours)}.`,
      "Start a server at least as new as the one that migrated this database.",
    );
  }
  const checksums = new Map(applied.map((row) => [row.step, row.checksum]));
  for (const step of known) {
    const found = checksums.get(step.step);
    if (found !== undefined && found !== step.checksum) {
      throw new StartError(
        `Migration ${step.name} differs from the one this database was made with.`,
        "Use an unmodified release; applied migrations are never edited.",
      );
    }
  }
  return known.filter((step) => !checksums.has(step.step));
}
