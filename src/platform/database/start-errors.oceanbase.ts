import { StartError } from "../../kernel/start-error.js";
import { StorageError } from "../../kernel/storage-error.js";

const VARIABLE = "POWERCONTEXT_SERVER_DATABASE_URL";

const HINTS: Readonly<Record<number, readonly [problem: string, hint: string]>> = {
  1044: ["The database user may not use this database.", "Grant it the privileges the documentation lists."],
  1045: [
    "The database refused the user or password.",
    `Check both in ${VARIABLE}. A wrong tenant is refused with the same words: write user@tenant.`,
  ],
  1049: ["There is no such database.", `Create it, or name another in ${VARIABLE}.`],
  1193: [
    "The database server is not OceanBase.",
    `Name an OceanBase tenant in MySQL mode in ${VARIABLE}, or set POWERCONTEXT_SERVER_DATABASE_KIND=sqlite.`,
  ],
  1142: ["The database user lacks a privilege.", "Grant SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, INDEX on it."],
};

/** Whether the database may come up by itself: engines need a while to boot, and names to be known. */
export function isNotUpYet(error: unknown): boolean {
  return error instanceof StorageError && (error.kind === "unavailable" || error.kind === "connection_lost");
}

/** The failure for whoever starts the server: names the variable and never what it holds. Foreign errors stay as they are. */
export function toStartError(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  const known = HINTS[Number(error.errno)];
  if (known) return new StartError(...known);
  if (isNotUpYet(error)) {
    return new StartError(
      `The database cannot be reached (${String(error.errno)}).`,
      `Check that it runs and that ${VARIABLE} names its host and port. An engine may need minutes to boot.`,
    );
  }
  return new StartError(`The database could not be opened: ${error.message}.`, `Check ${VARIABLE}.`);
}
