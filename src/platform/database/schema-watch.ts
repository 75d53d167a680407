import { StorageError } from "../../kernel/storage-error.js";
import type { DbSession } from "../../kernel/unit-of-work.port.js";

const LEDGER = {
  name: "database.schema",
  sql: "SELECT MAX(step) AS newest, MAX(compatible_from) AS needed FROM migration",
};

/**
 * What newer servers have made of the schema.
 *
 * - `newer`     it has steps that this server does not know and works with
 * - `outgrown`  it needs a newer server
 */
export interface NewerSchema {
  readonly kind: "newer" | "outgrown";
  /** The newest step of the database, and of this server. */
  readonly newest: number;
  readonly known: number;
}

export type SchemaListener = (schema: NewerSchema) => void;

interface Writes {
  readonly reader: DbSession;
  close(): Promise<void>;
}

/** Follows the schema while a server runs: a newer one may be migrating it beside us (docs/adr/0009-migrations.md). */
export class SchemaWatch {
  private told: NewerSchema["kind"] | undefined;

  constructor(
    private readonly writes: Writes,
    private readonly known: number,
    private readonly listener: SchemaListener = () => undefined,
  ) {}

  /**
   * Tells the listener once of each state that it finds.
   *
   * @throws StorageError when the schema has outgrown this server: from then on no unit is taken any more.
   */
  async check(): Promise<void> {
    const [row] = await this.writes.reader.query<{ newest: number; needed: number }>(LEDGER, []);
    const { newest = 0, needed = 0 } = row ?? {};
    if (newest <= this.known) return;
    const kind = needed > this.known ? "outgrown" : "newer";
    if (this.told !== kind) this.listener({ kind, newest, known: this.known });
    this.told = kind;
    if (kind === "newer") return;
    void this.writes.close();
    throw new StorageError("unavailable", "SCHEMA_OUTGROWN", LEDGER.name);
  }
}
