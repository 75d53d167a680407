import { Logger, Module, type DynamicModule } from "@nestjs/common";

import { Clock } from "../../kernel/clock.port.js";
import { DerivedTables } from "../../kernel/derived-tables.port.js";
import { IdGenerator } from "../../kernel/id-generator.port.js";
import { ScopeDirectory } from "../../kernel/scope-directory.port.js";
import { UnitOfWork } from "../../kernel/unit-of-work.port.js";
import type { DatabaseConfig, DatabaseKind } from "../config/database.config.js";
import { adapterProvider, DATABASE_KIND } from "./adapter-provider.js";
import { OceanBaseDatabase } from "./database.oceanbase.js";
import { Database } from "./database.port.js";
import { SqliteDatabase } from "./database.sqlite.js";
import { RandomIdGenerator } from "./random-id-generator.js";
import { SqlScopeDirectory } from "./scope-directory.repository.js";
import { SystemClock } from "./system-clock.js";
import { UnboundUnitOfWork } from "./unbound-unit-of-work.js";
import type { OverrunListener } from "./unit-limits.js";

const OPENED = Symbol("opened database");

/** Opens the configured database and gives the features their unit of work. */
@Module({})
export class DatabaseModule {
  /** Opens and migrates at start. @throws StartError when that fails. */
  static forRoot(config: DatabaseConfig, { withVectors = false } = {}): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        ...common(config.kind),
        { provide: OPENED, inject: [Clock], useFactory: (clock: Clock) => open(config, clock, withVectors) },
        { provide: Database, useExisting: OPENED },
        { provide: UnitOfWork, inject: [OPENED], useFactory: (database: OpenedDatabase) => database.unitOfWork },
        { provide: DerivedTables, inject: [OPENED], useFactory: (database: OpenedDatabase) => database.tables },
      ],
      exports: [...EXPORTS, Database, DerivedTables],
    };
  }

  /** No database at all: for reading the contract and testing adapters (RFC 0020 "Runtime assembly"). */
  static unbound(config: DatabaseConfig): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [...common(config.kind), { provide: UnitOfWork, useClass: UnboundUnitOfWork }],
      exports: EXPORTS,
    };
  }
}

const EXPORTS = [DATABASE_KIND, Clock, IdGenerator, ScopeDirectory, UnitOfWork];

const common = (kind: DatabaseKind) => [
  { provide: DATABASE_KIND, useValue: kind },
  { provide: Clock, useClass: SystemClock },
  { provide: IdGenerator, useClass: RandomIdGenerator },
  adapterProvider(ScopeDirectory, { sqlite: SqlScopeDirectory, oceanbase: SqlScopeDirectory }),
];

type OpenedDatabase = SqliteDatabase | OceanBaseDatabase;

function open(config: DatabaseConfig, clock: Clock, withVectors: boolean): Promise<OpenedDatabase> {
  const logger = new Logger("database");
  const onOverrun: OverrunListener = (limitMs) => {
    logger.error(`A unit of work was rolled back after holding its writer for ${String(limitMs)} ms.`);
  };
  const onWaiting = (errno: number | string, patienceMs: number): void => {
    logger.log(`The database is not up yet (${String(errno)}). Waiting for it up to ${String(patienceMs)} ms.`);
  };
  switch (config.kind) {
    case "sqlite":
      return SqliteDatabase.open({ config, clock, onOverrun, withVectors });
    case "oceanbase":
      return OceanBaseDatabase.open({ config, clock, onOverrun, onWaiting });
  }
}
