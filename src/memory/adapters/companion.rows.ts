import type { SqlFragment } from "../../kernel/unit-of-work.port.js";
import type { CompanionRow } from "../ports/recall-companion.port.js";

/** A row of Memory's own has no `companion`; a companion's has nothing but that and its `text`. */
interface EitherRow {
  readonly companion?: string | null;
  readonly text: string | null;
}

/**
 * Reads a companion's rows in the same statement. With them the order of all rows is lost.
 *
 * @param columns of `own`, `text` among them
 */
export function besideCompanion(
  own: SqlFragment,
  columns: readonly string[],
  companion: SqlFragment | undefined,
): SqlFragment {
  if (companion === undefined) return own;
  const theirs = columns.map((column) => (column === "text" ? `c.${column}` : "NULL"));
  return {
    sql: `SELECT NULL AS companion, ${columns.map((column) => `o.${column}`).join(", ")} FROM (${own.sql}) o
      UNION ALL SELECT c.hit, ${theirs.join(", ")} FROM (${companion.sql}) c`,
    parameters: [...own.parameters, ...companion.parameters],
  };
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
