import type { Abstract, FactoryProvider, Type } from "@nestjs/common";

import { DatabaseConfig } from "../config/database.config.js";

type DatabaseKind = DatabaseConfig["kind"];

/** Binds a port to its adapter for the configured database and constructs that one only. */
export function adapterProvider<T>(port: Abstract<T>, adapters: Record<DatabaseKind, Type<T>>): FactoryProvider<T> {
  return {
    provide: port,
    inject: [DatabaseConfig],
    useFactory: (config: DatabaseConfig) => new adapters[config.kind](),
  };
}
