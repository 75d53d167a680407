import { alterDatabase, readDatabase, testedDatabase } from "./test-database.js";

/** The writer of a server may hold the file. */
const PATIENCE = testedDatabase === "sqlite" ? "PRAGMA busy_timeout = 10000; " : "";

export interface StoredCursor {
  readonly scope: string;
  readonly position: number;
  readonly failures: number;
  /** Whether nothing is expected of it until the next capture. */
  readonly rests: boolean;
  /** The last position of its journal. */
  readonly watermark: number;
}

/** Who reads a journal: for Memory or for Experience. */
export type Reader = 1 | 2;

/** The cursors of all scopes for one reader in the database of the server with this data directory. */
export async function storedCursors(dataDir: string, reader: Reader = 1): Promise<readonly StoredCursor[]> {
  const sql = `${CURSORS} WHERE c.binding = ${String(reader)} ORDER BY o.scope_key`;
  const rows = await readDatabase<Omit<StoredCursor, "rests"> & { readonly rests: number }>(dataDir, sql);
  return rows.map((row) => ({ ...row, rests: row.rests === 1 }));
}

const CURSORS = `SELECT CAST(o.scope_id AS CHAR) AS scope, c.position, c.failures,
    CASE WHEN c.next_attempt_at IS NULL THEN 1 ELSE 0 END AS rests, h.position AS watermark
  FROM scope o JOIN source_cursor c ON c.scope_key = o.scope_key JOIN journal_head h ON h.scope_key = o.scope_key`;

/** As if hours had gone by: whatever waits is due, and claims of servers that died have run out. */
export async function letTimePass(dataDir: string): Promise<void> {
  await alterDatabase(
    dataDir,
    `${PATIENCE}UPDATE source_cursor SET claimed_until = 0, next_attempt_at = CASE WHEN next_attempt_at IS NULL THEN NULL ELSE 0 END
     WHERE claim IS NOT NULL OR next_attempt_at > 0`,
  );
}

const HALF_AN_HOUR_MS = 1_800_000;

/** Whatever waits after a failure waits half an hour more, so that a slow machine does not outlast the few seconds of a first one. */
export async function prolongWaits(dataDir: string): Promise<void> {
  await alterDatabase(
    dataDir,
    `${PATIENCE}UPDATE source_cursor SET next_attempt_at = next_attempt_at + ${String(HALF_AN_HOUR_MS)} WHERE failures > 0`,
  );
}
