import { Module } from "@nestjs/common";

import { adapterProvider } from "../platform/database/index.js";
import { SqlTermIndex } from "./adapters/term-index.repository.js";
import { TermIndex } from "./ports/term-index.port.js";

@Module({
  providers: [adapterProvider(TermIndex, { sqlite: SqlTermIndex })],
  exports: [TermIndex],
})
export class SearchModule {}
