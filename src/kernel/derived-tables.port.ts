/** A table of derived data whose form depends on a setting, so that no migration can make it. */
export interface DerivedTable {
  readonly name: string;
  /** One CREATE TABLE IF NOT EXISTS. */
  readonly sql: string;
}

/** Makes and empties tables outside the migrations. Nothing authoritative is kept in one. */
export abstract class DerivedTables {
  /** Makes the table unless it is there. @throws StartError when the database refuses to make it */
  abstract ensure(table: DerivedTable): Promise<void>;
  /** Removes every row of every table whose name begins with `prefix`. @throws StorageError */
  abstract empty(prefix: string): Promise<void>;
}
