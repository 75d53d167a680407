import { Logger, Module, type DynamicModule } from "@nestjs/common";

import { Clock } from "../../kernel/clock.port.js";
import { IdGenerator } from "../../kernel/id-generator.port.js";
import { ScopeDirectory } from "../../kernel/scope-directory.port.js";
import { UnitOfWork } from "../../kernel/unit-of-work.port.js";
import { DatabaseConfig } from "../config/database.config.js";
import { adapterProvider } from "./adapter-provider.js";
import { Database } from "./database.port.js";
import { SqliteDatabase } from "./database.sqlite.js";
import { RandomIdGenerator } from "./random-id-generator.js";
import { SqlScopeDirectory } from "./scope-directory.repository.js";
import type { StatementObserver } from "./statement-observer.js";
import { SystemClock } from "./system-clock.js";
import { UnboundUnitOfWork } from "./unbound-unit-of-work.js";

const OPENED = Symbol("opened database");

/** Opens the configured database and gives the features their unit of work. */
@Module({})
export class DatabaseModule {
  /** Opens and migrates at start. @throws StartError when that fails. */
  static forRoot(config: DatabaseConfig, observer?: StatementObserver): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        ...common(config),
        { provide: OPENED, inject: [Clock], useFactory: (clock: Clock) => openSqlite(config, clock, observer) },
        { provide: Database, useExisting: OPENED },
        { provide: UnitOfWork, inject: [OPENED], useFactory: (database: SqliteDatabase) => database.unitOfWork },
      ],
      exports: [...EXPORTS, Database],
    };
  }

  /** No database at all: for reading the contract and testing adapters (RFC 0020 "Runtime assembly"). */
  static unbound(config: DatabaseConfig): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [...common(config), { provide: UnitOfWork, useClass: UnboundUnitOfWork }],
      exports: EXPORTS,
    };
  }
}

const EXPORTS = [DatabaseConfig, Clock, IdGenerator, ScopeDirectory, UnitOfWork];

const common = (config: DatabaseConfig) => [
  { provide: DatabaseConfig, useValue: config },
  { provide: Clock, useClass: SystemClock },
  { provide: IdGenerator, useClass: RandomIdGenerator },
  adapterProvider(ScopeDirectory, { sqlite: SqlScopeDirectory }),
];

function openSqlite(config: DatabaseConfig, clock: Clock, observer?: StatementObserver): Promise<SqliteDatabase> {
  const logger = new Logger("database");
  return SqliteDatabase.open({
    config,
    clock,
    observer,
    onOverrun: (limitMs) => {
      logger.error(`A unit of work was rolled back after holding the writer for ${String(limitMs)} ms.`);
    },
  });
}
