import { Module } from "@nestjs/common";

import { EmbeddingModel } from "../kernel/embedding-model.port.js";
import { adapterProvider } from "../platform/database/index.js";
import { OceanBaseTermIndex } from "./adapters/term-index.oceanbase.js";
import { SqliteTermIndex } from "./adapters/term-index.sqlite.js";
import { OceanBaseVectorIndex } from "./adapters/vector-index.oceanbase.js";
import { SqliteVectorIndex } from "./adapters/vector-index.sqlite.js";
import { SqlVectorSpaces } from "./adapters/vector-spaces.repository.js";
import { TermIndex } from "./ports/term-index.port.js";
import { VectorIndex } from "./ports/vector-index.port.js";
import { VectorSpaces } from "./ports/vector-spaces.port.js";
import { SpaceOpener } from "./space-opener.js";
import { VectorSpace } from "./vector-space.js";

@Module({
  providers: [
    adapterProvider(TermIndex, { sqlite: SqliteTermIndex, oceanbase: OceanBaseTermIndex }),
    adapterProvider(VectorIndex, { sqlite: SqliteVectorIndex, oceanbase: OceanBaseVectorIndex }),
    adapterProvider(VectorSpaces, { sqlite: SqlVectorSpaces, oceanbase: SqlVectorSpaces }),
    SpaceOpener,
    {
      provide: VectorSpace,
      inject: [SpaceOpener, VectorIndex, VectorSpaces, { token: EmbeddingModel, optional: true }],
      useFactory: openSpace,
    },
  ],
  exports: [TermIndex, SpaceOpener, VectorSpace],
})
export class SearchModule {}

async function openSpace(
  opener: SpaceOpener,
  index: VectorIndex,
  spaces: VectorSpaces,
  model?: EmbeddingModel,
): Promise<VectorSpace> {
  if (model === undefined) return VectorSpace.none();
  return VectorSpace.of(await opener.open(model.profile), { model, index, spaces });
}
