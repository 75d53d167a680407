import sqlite3 from "sqlite3";
import { DataSource } from "typeorm";

// As in the product, without the stack trace per call that verbose() would record.
const quietDriver = {
  Database: sqlite3.Database,
  verbose(): unknown {
    return quietDriver;
  },
};

type Query = <Row>(sql: string, parameters: readonly unknown[]) => Promise<readonly Row[]>;

/** Two TypeORM data sources over one file, in turn: what the stack gives without the product's connections. */
export async function openPlainReaders(path: string): Promise<Query> {
  const sources = [await openSource(path), await openSource(path)];
  let turn = 0;
  return <Row>(sql: string, parameters: readonly unknown[]) => {
    turn += 1;
    const source = sources[turn % sources.length];
    if (source === undefined) throw new Error("there is no data source");
    return source.query<readonly Row[]>(sql, parameters as unknown[]);
  };
}

function openSource(path: string): Promise<DataSource> {
  return new DataSource({ type: "sqlite", database: path, driver: quietDriver, logging: false }).initialize();
}
