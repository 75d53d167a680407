import type { OceanBaseConnection } from "./connection.oceanbase.js";

/** Where the statement that makes a table whose keys all begin with the scope may say how it is partitioned. */
const PLACE = "/*PARTITIONS*/";
/** The first such table that is made: what it has is what the database was made with. */
const FIRST = "journal_head";

/** The same statement, over so many partitions by scope where it has a place for them. 1: none. */
export function partitioned(sql: string, partitions: number): string {
  return partitions === 1 ? sql : sql.replace(PLACE, `PARTITION BY KEY (scope_key) PARTITIONS ${String(partitions)}`);
}

export function isPartitionable(sql: string): boolean {
  return sql.includes(PLACE);
}

/** How many partitions the tables of this database have, 1 without; undefined before the first is made. */
export async function partitionsOf(connection: OceanBaseConnection): Promise<number | undefined> {
  const [row] = await connection.control<{ parts: number; named: number }>(
    `SELECT COUNT(*) AS parts, COUNT(PARTITION_NAME) AS named FROM information_schema.partitions
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '${FIRST}'`,
    "oceanbase.partitions",
  );
  if (row === undefined || row.parts === 0) return undefined;
  return Math.max(1, row.named);
}
