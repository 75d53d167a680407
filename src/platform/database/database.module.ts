import { Logger, Module, type DynamicModule } from "@nestjs/common";

import { Clock } from "../../kernel/clock.port.js";
import { DerivedTables } from "../../kernel/derived-tables.port.js";
import { IdGenerator } from "../../kernel/id-generator.port.js";
import { ScopeDirectory } from "../../kernel/scope-directory.port.js";
import { Tracer } from "../../kernel/tracer.port.js";
import { UnitOfWork } from "../../kernel/unit-of-work.port.js";
import type { DatabaseConfig, DatabaseKind } from "../config/database.config.js";
import { adapterProvider, DATABASE_KIND } from "./adapter-provider.js";
import { OceanBaseDatabase } from "./database.oceanbase.js";
import { Database } from "./database.port.js";
import { SqliteDatabase } from "./database.sqlite.js";
import type { OtherPartitionsListener } from "./migrations.oceanbase.js";
import { RandomIdGenerator } from "./random-id-generator.js";
import { SqlScopeDirectory } from "./scope-directory.repository.js";
import type { SchemaListener } from "./schema-watch.js";
import { SystemClock } from "./system-clock.js";
import { TracedUnitOfWork } from "./traced-unit-of-work.js";
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
        { provide: OPENED, inject: [Clock], useFactory: (clock: Clock) => openAndLook(config, clock, withVectors) },
        { provide: Database, useExisting: OPENED },
        {
          provide: UnitOfWork,
          inject: [OPENED, Tracer],
          useFactory: ({ unitOfWork }: OpenedDatabase, tracer: Tracer): UnitOfWork =>
            tracer.isOn ? new TracedUnitOfWork(unitOfWork, tracer, config.kind) : unitOfWork,
        },
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

/** A first look, so that the log says at once when the schema is a newer server's. What it fails at, readiness fails at. */
async function openAndLook(config: DatabaseConfig, clock: Clock, withVectors: boolean): Promise<OpenedDatabase> {
  const database = await open(config, clock, withVectors);
  await database.check().catch(() => undefined);
  return database;
}

function open(config: DatabaseConfig, clock: Clock, withVectors: boolean): Promise<OpenedDatabase> {
  const logger = new Logger("database");
  const onOverrun: OverrunListener = (limitMs) => {
    logger.error(`A unit of work was rolled back after holding its writer for ${String(limitMs)} ms.`);
  };
  const onWaiting = (errno: number | string, patienceMs: number): void => {
    logger.log(`The database is not up yet (${String(errno)}). Waiting for it up to ${String(patienceMs)} ms.`);
  };
  const onOtherPartitions: OtherPartitionsListener = (asked, made) => {
    logger.warn(
      `DATABASE_PARTITIONS=${String(asked)} has no effect: the tables of this database were made with ${String(made)}.`,
    );
  };
  const onNewerSchema: SchemaListener = ({ kind, newest, known }) => {
    const steps = `The database schema has step ${String(newest)}, this server knows ${String(known)}`;
    if (kind === "newer") logger.log(`${steps} and works with it.`);
    else logger.error(`${steps} and is too old for it: it takes no more writes. Replace it by a newer one.`);
  };
  switch (config.kind) {
    case "sqlite":
      return SqliteDatabase.open({ config, clock, onOverrun, onNewerSchema, withVectors });
    case "oceanbase":
      return OceanBaseDatabase.open({ config, clock, onOverrun, onNewerSchema, onWaiting, onOtherPartitions });
  }
}
