import { Module } from "@nestjs/common";

import { adapterProvider } from "../platform/database/index.js";
import { OceanBaseTermIndex } from "./adapters/term-index.oceanbase.js";
import { SqliteTermIndex } from "./adapters/term-index.sqlite.js";
import { TermIndex } from "./ports/term-index.port.js";

@Module({
  providers: [adapterProvider(TermIndex, { sqlite: SqliteTermIndex, oceanbase: OceanBaseTermIndex })],
  exports: [TermIndex],
})
export class SearchModule {}
