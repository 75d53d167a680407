import type { DbSession, Statement } from "../../src/kernel/unit-of-work.port.js";

interface Index {
  readonly columns: readonly string[];
  readonly unique: boolean;
}

/** The indexes of each table; an INTEGER PRIMARY KEY is one on that column. */
export type Indexes = ReadonlyMap<string, readonly Index[]>;

/** A table under the name that a plan gives it, and the columns that the statement compares for equality. */
interface TableUse {
  readonly alias: string;
  readonly table: string;
  readonly equalities: readonly Equality[];
}

interface Equality {
  readonly column: string;
  /** The alias whose row must be known first; undefined for a parameter, a constant or a subquery. */
  readonly needs: string | undefined;
}

export async function readIndexes(session: DbSession): Promise<Indexes> {
  const rows = await session.query<{ tbl: string; idx: string; uniq: number; col: string }>(INDEX_COLUMNS, []);
  const keys = await session.query<{ tbl: string; col: string }>(INTEGER_KEYS, []);
  const indexes = new Map<string, Index[]>(keys.map(({ tbl, col }) => [tbl, [{ columns: [col], unique: true }]]));
  for (const name of new Set(rows.map(({ idx }) => idx))) {
    const parts = rows.filter(({ idx }) => idx === name);
    const [{ tbl, uniq }] = parts as [(typeof parts)[number]];
    indexes.set(tbl, [...(indexes.get(tbl) ?? []), { columns: parts.map(({ col }) => col), unique: uniq === 1 }]);
  }
  return indexes;
}

const INDEX_COLUMNS = {
  name: "test.index-columns",
  sql: `SELECT m.name AS tbl, l.name AS idx, l."unique" AS uniq, c.name AS col
        FROM sqlite_schema m, pragma_index_list(m.name) l, pragma_index_info(l.name) c
        WHERE m.type = 'table' ORDER BY l.name, c.seqno`,
};
const INTEGER_KEYS = {
  name: "test.integer-keys",
  sql: `SELECT m.name AS tbl, MAX(c.name) AS col FROM sqlite_schema m, pragma_table_info(m.name) c
        WHERE m.type = 'table' AND c.pk > 0 GROUP BY m.name
        HAVING COUNT(*) = 1 AND MAX(c.type) = 'INTEGER' AND MAX(m.sql) NOT LIKE '%WITHOUT ROWID%'`,
};

/** What SQLite would do for the statement, line by line. */
export async function planOf(session: DbSession, { sql }: Statement, parameters: number): Promise<readonly string[]> {
  const explain = { name: "test.explain", sql: `EXPLAIN QUERY PLAN ${sql}` };
  const rows = await session.query<{ detail: string }>(explain, new Array<null>(parameters).fill(null));
  return rows.map(({ detail }) => detail);
}

/**
 * Where a plan reads more than it must: every SCAN of a table, and every SEARCH that binds fewer columns than some index
 * could bind with the equalities the statement gives and the rows known at that place. Scans of subqueries are fine.
 */
export function planFaults(indexes: Indexes, { sql }: Statement, plan: readonly string[]): readonly string[] {
  const uses = tableUses(indexes, sql);
  const known = new Set<string>();
  const remaining = [...uses];
  return plan.filter((line) => {
    const [, verb, name = ""] = /^(SCAN|SEARCH) (\S+)/.exec(line) ?? [];
    if (verb === undefined) return false;
    const unseen = remaining.filter(({ alias }) => alias === name);
    // A condition pushed down into a subquery shows the same table twice.
    const candidates = unseen.length > 0 ? unseen : uses.filter(({ alias }) => alias === name);
    if (candidates.length > 0 && verb === "SCAN") return true;
    const bound = boundColumns(line);
    const fitting = candidates.filter((use) => bindsAll(indexes, use, known, bound));
    const best = mostDemanding(fitting);
    if (best !== undefined && unseen.includes(best)) remaining.splice(remaining.indexOf(best), 1);
    known.add(name);
    return candidates.length > 0 && best === undefined;
  });
}

/** Several arms may read the same table: a line belongs to the most demanding one that it satisfies. */
function mostDemanding(uses: readonly TableUse[]): TableUse | undefined {
  return [...uses].sort((a, b) => b.equalities.length - a.equalities.length)[0];
}

/** The columns a SEARCH compares for equality, e.g. those of `(scope_key=? AND entry=? AND revision<?)` without the last. */
function boundColumns(line: string): readonly string[] {
  if (line.includes("AUTOMATIC")) return [];
  const inside = /\(([^()]*)\)(?: LEFT-JOIN)?$/.exec(line)?.[1] ?? "";
  return [...inside.matchAll(/(\w+)=\?/g)].map(([, column]) => column ?? "");
}

function bindsAll(indexes: Indexes, use: TableUse, known: ReadonlySet<string>, bound: readonly string[]): boolean {
  const given = new Set(
    use.equalities.filter(({ needs }) => needs === undefined || known.has(needs)).map(({ column }) => column),
  );
  const all = indexes.get(use.table) ?? [];
  const isOneRow = all.some(
    ({ unique, columns }) =>
      unique && columns.length === bound.length && (bound[0] === "rowid" || columns.every((c) => bound.includes(c))),
  );
  const possible = Math.max(0, ...all.map(({ columns }) => prefixLength(columns, given)));
  return isOneRow || bound.length >= possible;
}

function prefixLength(columns: readonly string[], given: ReadonlySet<string>): number {
  const missing = columns.findIndex((column) => !given.has(column));
  return missing === -1 ? columns.length : missing;
}

const NO_ALIAS = new Set([
  "where",
  "on",
  "set",
  "join",
  "left",
  "inner",
  "cross",
  "order",
  "group",
  "limit",
  "values",
  "union",
]);

function tableUses(indexes: Indexes, sql: string): readonly TableUse[] {
  return [...sql.matchAll(/\b(?:FROM|JOIN|UPDATE)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?/gi)].flatMap((match) => {
    const [, table = "", next] = match;
    if (!indexes.has(table)) return [];
    const isBare = next === undefined || NO_ALIAS.has(next.toLowerCase());
    const alias = isBare ? table : next;
    const equalities = isBare ? bareEqualities(sql.slice(match.index)) : qualifiedEqualities(sql, alias);
    return [{ alias, table, equalities }];
  });
}

/** Those of the one WHERE clause that belongs to a table without an alias. */
function bareEqualities(rest: string): readonly Equality[] {
  const where = /^[^()]*?\bWHERE\b([^()]*)/i.exec(rest)?.[1] ?? "";
  return [...where.matchAll(/(?<![.\w])(\w+)\s*=\s*(?:\?|'|\d)/g)].map(([, column]) => ({
    column: column ?? "",
    needs: undefined,
  }));
}

function qualifiedEqualities(sql: string, alias: string): readonly Equality[] {
  const found: Equality[] = [];
  for (const [, a, column, b, other, operator] of sql.matchAll(
    /\b(\w+)\.(\w+)\s*=\s*(?:(\w+)\.(\w+)(\s*[-+])?|\?|'|\d|\()/g,
  )) {
    if (a === alias) found.push({ column: column ?? "", needs: b });
    // Only a plain column can be looked up by the other side; `p.version = c.version - 1` gives nothing to c.
    if (b === alias && operator === undefined) found.push({ column: other ?? "", needs: a });
  }
  return found;
}
