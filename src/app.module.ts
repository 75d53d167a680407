import { type DynamicModule, Module, type Type } from "@nestjs/common";

import { AppSettingsModule } from "./app-settings.module.js";
import { ContextModule } from "./context/index.js";
import { ExperienceIndexRebuildJob, ExperienceModule, HeldIncubations, IncubationJob } from "./experience/index.js";
import { type AssembledFeature, type Checks, HealthModule } from "./health/index.js";
import type { Job } from "./kernel/job.port.js";
import { McpModule } from "./mcp/index.js";
import { FlushScheduleJob, HeldFlushes, IndexRebuildJob, MemoryModule, VectorFillJob } from "./memory/index.js";
import { InferenceConfig } from "./platform/config/inference.config.js";
import type { ServerConfig } from "./platform/config/server.config.js";
import { DatabaseModule } from "./platform/database/index.js";
import { EmbeddingReadiness, GenerationReadiness, InferenceModule } from "./platform/inference/index.js";
import { PlatformModule, type PlatformParts } from "./platform/platform.module.js";
import { IndexReadiness, VectorSpace } from "./search/index.js";
import { SourceModule } from "./source/index.js";

interface Feature extends AssembledFeature {
  /** What it does on its own while the server runs. */
  readonly jobs?: readonly Type<Job>[];
}

/** In the order of the house: each may use those before it. */
const FEATURES: readonly Feature[] = [
  { module: SourceModule, sourceTypes: ["content"] },
  {
    module: MemoryModule,
    artifactFamilies: ["memory"],
    checks: { index: IndexReadiness, "inference.embedding": VectorSpace, schedule: HeldFlushes },
    searchModes: ["auto", "fts"],
    jobs: [FlushScheduleJob, IndexRebuildJob, VectorFillJob],
  },
  {
    module: ExperienceModule,
    artifactFamilies: ["experience"],
    checks: { index: ExperienceIndexRebuildJob, schedule: HeldIncubations },
    jobs: [ExperienceIndexRebuildJob, IncubationJob],
  },
  { module: ContextModule },
  { module: McpModule },
];

/** Of the models that are configured. */
const INFERENCE_CHECKS: Checks = {
  "inference.generation": GenerationReadiness,
  "inference.embedding": EmbeddingReadiness,
};

/** Started when the server is ready, stopped first when it ends. */
export const JOBS: readonly Type<Job>[] = FEATURES.flatMap(({ jobs }) => jobs ?? []);

/** With its database, or without any: then probes, capabilities and the contract can be read and nothing else works. */
export type RuntimeBinding = "bound" | "unbound";

const DATABASES = {
  bound: ({ database, inference }: ServerConfig) =>
    DatabaseModule.forRoot(database, { withVectors: inference.embedding !== undefined }),
  unbound: (config: ServerConfig) => DatabaseModule.unbound(config.database),
} as const satisfies Record<RuntimeBinding, (config: ServerConfig) => DynamicModule>;

/** The parts list of the server. */
@Module({})
export class AppModule {
  static forRoot(config: ServerConfig, binding: RuntimeBinding, parts: PlatformParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot(parts),
        AppSettingsModule.forRoot(config),
        DATABASES[binding](config),
        InferenceModule.forRoot(binding === "bound" ? config.inference : InferenceConfig.none),
        ...FEATURES.map(({ module }) => module),
        HealthModule.forRoot(FEATURES, INFERENCE_CHECKS),
      ],
    };
  }
}
