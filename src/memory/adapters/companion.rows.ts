import type { SqlFragment } from "../../kernel/unit-of-work.port.js";
import { composedOnce } from "../../platform/database/composed-text.js";
import type { CompanionRow } from "../ports/recall-companion.port.js";

/** A row of Memory's own has no `companion`; a companion's has nothing but that and its `text`. */
interface EitherRow {
  readonly companion?: string | null;
  readonly text: string | null;
}

/** Adds a companion's rows to a statement's own. */
export type BesideCompanion = (own: SqlFragment, companion: SqlFragment | undefined) => SqlFragment;

/**
 * Reads a companion's rows in the same statement. With them the order of all rows is lost.
 *
 * @param columns of the statement's own rows, `text` among them
 */
export function besideCompanion(columns: readonly string[]): BesideCompanion {
  const ours = columns.map((column) => `o.${column}`).join(", ");
  const theirs = columns.map((column) => (column === "text" ? `c.${column}` : "NULL")).join(", ");
  const both = composedOnce((own) =>
    composedOnce(
      (companion) => `SELECT NULL AS companion, ${ours} FROM (${own}) o
        UNION ALL SELECT c.hit, ${theirs} FROM (${companion}) c`,
    ),
  );
  return (own, companion) =>
    companion === undefined
      ? own
      : { sql: both(own.sql)(companion.sql), parameters: [...own.parameters, ...companion.parameters] };
}

export function partCompanion<Row extends EitherRow>(
  rows: readonly Row[],
): { readonly own: readonly Row[]; readonly beside: readonly CompanionRow[] } {
  const own: Row[] = [];
  const beside: CompanionRow[] = [];
  for (const row of rows) {
    if (typeof row.companion === "string") beside.push({ hit: row.companion, text: row.text });
    else own.push(row);
  }
  return { own, beside };
}
