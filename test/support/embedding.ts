import { randomUUID } from "node:crypto";

import type { EmbeddingProfile } from "../../src/kernel/embedding-model.port.js";
import { OpenAiEmbeddingModel } from "../../src/platform/inference/embedding-model.openai.js";
import { WatchedEmbeddingModel } from "../../src/platform/inference/embedding-model.watched.js";
import { ServerMetrics } from "../../src/platform/telemetry/server-metrics.js";
import type { EmbeddingModel } from "../../src/kernel/embedding-model.port.js";
import { SpaceOpener, VectorSpace } from "../../src/search/index.js";
import type { OpenAdapters } from "../conformance/harness.js";
import type { OpenAiServer } from "./openai-server.js";

/** The real model adapter over the provider, with a profile that no database has yet. */
export function embeddingModelOver(
  provider: OpenAiServer,
  { queryDeadlineMs = 5_000, now = () => performance.now() } = {},
): EmbeddingModel {
  const profile: EmbeddingProfile = {
    profileId: randomUUID(),
    model: "test:embedder",
    dimension: provider.dimension,
    normalization: "unit",
  };
  const address = {
    kind: "remote",
    name: profile.model,
    model: "embedder",
    baseUrl: provider.baseUrl,
    apiKey: undefined,
  } as const;
  const config = { address, profile, timeoutMs: 5_000, batchSize: 10, queryDeadlineMs };
  return new WatchedEmbeddingModel(new OpenAiEmbeddingModel(config.address, config, new ServerMetrics()), now);
}

/** The same once it has answered, as after the start of a server. */
export async function provenModelOver(...given: Parameters<typeof embeddingModelOver>): Promise<EmbeddingModel> {
  const model = embeddingModelOver(...given);
  await model.embed(["ready"], { purpose: "probe" });
  return model;
}

/** A space of the model's profile, begun anew: the database may have one of an earlier run. */
export async function newSpace(adapters: OpenAdapters, model: EmbeddingModel): Promise<VectorSpace> {
  await adapters.unitOfWork.run((tx) => adapters.vectorSpaces.replace(tx, model.profile));
  return openSpace(adapters, model);
}

/** The space as another server with this model would find it. */
export async function openSpace(adapters: OpenAdapters, model: EmbeddingModel): Promise<VectorSpace> {
  const { vectorSpaces: spaces, vectorIndex: index } = adapters;
  return VectorSpace.of(await spaceOpenerOver(adapters).open(model.profile), { model, index, spaces });
}

export function spaceOpenerOver({ unitOfWork, vectorSpaces, vectorIndex, tables }: OpenAdapters): SpaceOpener {
  return new SpaceOpener(unitOfWork, vectorSpaces, vectorIndex, tables);
}
