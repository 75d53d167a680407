import type { Abstract, FactoryProvider, Type } from "@nestjs/common";

import type { DatabaseKind } from "../config/database.config.js";

/** Injection token of the configured database's kind. */
export const DATABASE_KIND = Symbol("database kind");

/** Binds a port to its adapter for the configured database and constructs that one only. */
export function adapterProvider<T>(port: Abstract<T>, adapters: Record<DatabaseKind, Type<T>>): FactoryProvider<T> {
  return { provide: port, inject: [DATABASE_KIND], useFactory: (kind: DatabaseKind) => new adapters[kind]() };
}
