import type { EmbeddingProfile } from "../../kernel/embedding-model.port.js";
import { type Environment, SERVER_PREFIX } from "./environment.js";
import { type ModelAddress, parseModel } from "./model-address.js";

/** The models of a deployment. Without any of these settings the server needs none. */
export class InferenceConfig {
  readonly generation: GenerationConfig | undefined;
  readonly embedding: EmbeddingConfig | undefined;

  /** For an app without its runtime. */
  static readonly none = new InferenceConfig({ generation: undefined, embedding: undefined });

  constructor(values: {
    readonly generation: GenerationConfig | undefined;
    readonly embedding: EmbeddingConfig | undefined;
  }) {
    this.generation = values.generation;
    this.embedding = values.embedding;
  }

  static parse(environment: Environment): InferenceConfig {
    // Asked for once, so that they are known settings even where no model needs them.
    environment.text("INFERENCE_BASE_URL");
    environment.text("INFERENCE_API_KEY");
    return new InferenceConfig({ generation: parseGeneration(environment), embedding: parseEmbedding(environment) });
  }
}

export interface GenerationConfig {
  readonly address: RemoteModel;
  /** INFERENCE_GENERATION_TIMEOUT_SECONDS, over one generation with its retries. */
  readonly timeoutMs: number;
  /** INFERENCE_GENERATION_MAX_REQUESTS, likewise, 1..10. */
  readonly maxRequests: number;
}

export interface EmbeddingConfig {
  readonly address: ModelAddress;
  readonly profile: EmbeddingProfile;
  /** INFERENCE_EMBEDDING_TIMEOUT_SECONDS, over all batches of one request. */
  readonly timeoutMs: number;
  /** INFERENCE_EMBEDDING_BATCH_SIZE: texts in one call, 1..2048. */
  readonly batchSize: number;
  /** INFERENCE_EMBEDDING_QUERY_DEADLINE_MS: how long prepare and search mode auto wait for a query's vector. */
  readonly queryDeadlineMs: number;
}

type RemoteModel = Extract<ModelAddress, { readonly kind: "remote" }>;

const SECONDS = { min: 0.1, max: 600, fallback: 30 };

function parseGeneration(environment: Environment): GenerationConfig | undefined {
  const address = parseModel(environment, "INFERENCE_GENERATION_MODEL");
  const timeoutMs = environment.seconds("INFERENCE_GENERATION_TIMEOUT_SECONDS", SECONDS) * 1_000;
  const maxRequests = environment.integer("INFERENCE_GENERATION_MAX_REQUESTS", { min: 1, max: 10, fallback: 2 });
  if (address?.kind === "local")
    environment.refuse("INFERENCE_GENERATION_MODEL", "cannot be local: only embeddings can");
  return address?.kind === "remote" ? { address, timeoutMs, maxRequests } : undefined;
}

const PROFILE = ["INFERENCE_EMBEDDING_MODEL", "INFERENCE_EMBEDDING_PROFILE_ID", "INFERENCE_EMBEDDING_DIMENSION"];

/** Vectors of an unnamed or unmeasured space could be mixed with others, so the three settings come together. */
function parseEmbedding(environment: Environment): EmbeddingConfig | undefined {
  const address = parseModel(environment, "INFERENCE_EMBEDDING_MODEL");
  const profileId = parseProfileId(environment);
  const dimension = environment.integer("INFERENCE_EMBEDDING_DIMENSION", { min: 1, max: 16_000, fallback: 0 });
  const rest = {
    normalization: environment.choice("INFERENCE_EMBEDDING_NORMALIZATION", ["unit", "none"], "unit"),
    timeoutMs: environment.seconds("INFERENCE_EMBEDDING_TIMEOUT_SECONDS", SECONDS) * 1_000,
    batchSize: environment.integer("INFERENCE_EMBEDDING_BATCH_SIZE", { min: 1, max: 2_048, fallback: 10 }),
    queryDeadlineMs: environment.integer("INFERENCE_EMBEDDING_QUERY_DEADLINE_MS", {
      min: 1,
      max: 60_000,
      fallback: 300,
    }),
  };
  refuseIncomplete(environment);
  if (address?.kind === "local" && dimension !== 0 && dimension !== address.model.dimension) {
    environment.refuse(
      "INFERENCE_EMBEDDING_DIMENSION",
      `must be ${String(address.model.dimension)} for this local model`,
    );
  }
  if (address === undefined || profileId === undefined) return undefined;
  const { normalization, ...limits } = rest;
  const profile = { profileId, model: address.name, dimension, normalization };
  return { address, profile, ...limits };
}

/** Stored beside vectors and compared byte by byte. */
function parseProfileId(environment: Environment): string | undefined {
  const profileId = environment.text("INFERENCE_EMBEDDING_PROFILE_ID")?.trim();
  if (profileId !== undefined && !/^[\x21-\x7e]{1,128}$/.test(profileId)) {
    environment.refuse("INFERENCE_EMBEDDING_PROFILE_ID", "must be 1 to 128 printable ASCII characters without spaces");
  }
  return profileId;
}

function refuseIncomplete(environment: Environment): void {
  const missing = PROFILE.filter((name) => !environment.isSet(name));
  const [given] = PROFILE.filter((name) => environment.isSet(name));
  if (given === undefined || missing.length === 0) return;
  environment.refuse(given, `needs ${missing.map((name) => SERVER_PREFIX + name).join(" and ")} with it`);
}
