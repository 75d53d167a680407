import { DerivedTables, type DerivedTable } from "../../kernel/derived-tables.port.js";
import type { UnitOfWork } from "../../kernel/unit-of-work.port.js";

const TABLES = {
  name: "sqlite.tables",
  sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND SUBSTR(name, 1, LENGTH(?)) = ?",
};

/** DDL is transactional here and goes through the one writer like everything else. */
export class SqliteDerivedTables extends DerivedTables {
  constructor(private readonly unitOfWork: UnitOfWork) {
    super();
  }

  async ensure({ name, sql }: DerivedTable): Promise<void> {
    await this.unitOfWork.run((tx) => tx.execute({ name: `sqlite.make.${name}`, sql }, []));
  }

  async empty(prefix: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      for (const { name } of await tx.query<{ name: string }>(TABLES, [prefix, prefix])) {
        // Without a condition SQLite gives the pages back unread.
        await tx.execute({ name: `sqlite.empty.${name}`, sql: `DELETE FROM ${name}` }, []);
      }
    });
  }
}
