import { type DynamicModule, type FactoryProvider, Logger, Module, type OnApplicationBootstrap } from "@nestjs/common";

import { type Embedder, EmbeddingModel } from "../../kernel/embedding-model.port.js";
import { GenerationModel } from "../../kernel/generation-model.port.js";
import { Meter } from "../../kernel/meter.port.js";
import { Tracer } from "../../kernel/tracer.port.js";
import type { EmbeddingConfig, GenerationConfig, InferenceConfig } from "../config/inference.config.js";
import { WatchedEmbeddingModel } from "./embedding-model.watched.js";
import type { ModelObservers } from "./metered-call.js";
import { EmbeddingReadiness, GenerationReadiness } from "./model-probe.js";

/** How long a start waits for the embedding model. A server that cannot reach it starts all the same, without vectors. */
const START_CHECK_MS = 5_000;
const PROBE_TEXT = "ready";

/**
 * The models that are configured, for every feature: take GenerationModel and EmbeddingModel with `@Optional()`, they are
 * absent otherwise.
 */
@Module({})
export class InferenceModule {
  /** @throws StartError at the start when a local model is not installed */
  static forRoot({ generation, embedding }: InferenceConfig): DynamicModule {
    const providers = [
      ...(generation === undefined ? [] : generationProviders(generation)),
      ...(embedding === undefined ? [] : embeddingProviders(embedding)),
    ];
    return { module: InferenceModule, global: true, providers, exports: providers };
  }
}

/** A generation model that can also be probed. */
type ProbedGenerationModel = GenerationModel & { probe(deadlineMs: number): Promise<void> };

function generationProviders(config: GenerationConfig): readonly FactoryProvider[] {
  return [
    {
      provide: GenerationModel,
      inject: [Meter, Tracer],
      useFactory: async (meter: Meter, tracer: Tracer) => {
        // Loaded only when it is used: most servers start without a model.
        const { OpenAiGenerationModel } = await import("./generation-model.openai.js");
        return new OpenAiGenerationModel(config, meter, tracer);
      },
    },
    {
      provide: GenerationReadiness,
      inject: [GenerationModel],
      useFactory: (model: ProbedGenerationModel) => new GenerationReadiness((deadlineMs) => model.probe(deadlineMs)),
    },
  ];
}

function embeddingProviders(config: EmbeddingConfig): readonly FactoryProvider[] {
  return [
    {
      provide: EmbeddingModel,
      inject: [Meter, Tracer],
      useFactory: async (meter: Meter, tracer: Tracer) =>
        new WatchedEmbeddingModel(await openEmbedder(config, { meter, tracer })),
    },
    {
      provide: EmbeddingReadiness,
      inject: [EmbeddingModel],
      useFactory: (model: EmbeddingModel) =>
        new EmbeddingReadiness((deadlineMs) => model.embed([PROBE_TEXT], { purpose: "probe", deadlineMs })),
    },
    {
      provide: EmbeddingStartCheck,
      inject: [EmbeddingReadiness],
      useFactory: (readiness: EmbeddingReadiness) => new EmbeddingStartCheck(readiness),
    },
  ];
}

async function openEmbedder(config: EmbeddingConfig, { meter, tracer }: ModelObservers): Promise<Embedder> {
  const { address } = config;
  switch (address.kind) {
    case "remote": {
      const { OpenAiEmbeddingModel } = await import("./embedding-model.openai.js");
      return new OpenAiEmbeddingModel(address, config, meter, tracer);
    }
    case "local": {
      const { LocalEmbeddingModel } = await import("./embedding-model.local.js");
      return new LocalEmbeddingModel(config, address.model, meter, tracer);
    }
  }
}

/** Uses the model once before there is traffic, and tells the log when it does not work. */
class EmbeddingStartCheck implements OnApplicationBootstrap {
  private readonly logger = new Logger("inference");

  constructor(private readonly readiness: EmbeddingReadiness) {}

  async onApplicationBootstrap(): Promise<void> {
    const state = await this.readiness.stateWithin(START_CHECK_MS);
    if (state !== "ready")
      this.logger.warn(`The embedding model does not work now: ${state}. Search goes on without it.`);
  }
}
