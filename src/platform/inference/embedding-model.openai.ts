import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

import { Embedder, type EmbeddingProfile, type EmbeddingRequest } from "../../kernel/embedding-model.port.js";
import type { Meter } from "../../kernel/meter.port.js";
import { NO_TRACER, type Tracer } from "../../kernel/tracer.port.js";
import type { EmbeddingConfig } from "../config/inference.config.js";
import type { ModelAddress } from "../config/model-address.js";
import { boundedFetch } from "./bounded-fetch.js";
import { CallDeadline } from "./call-deadline.js";
import { embeddable, vectorsOf } from "./embedded-texts.js";
import { InferenceError } from "./inference-error.js";
import { addTokens, metered, type Tally } from "./metered-call.js";
import { providerFailure } from "./provider-failure.policy.js";

type Model = ReturnType<ReturnType<typeof createOpenAICompatible>["embeddingModel"]>;
type RemoteModel = Extract<ModelAddress, { readonly kind: "remote" }>;

/** A number in JSON has at most about 25 characters. */
const NUMBER_BYTES = 32;
const ENVELOPE_BYTES = 64 * 1024;
/** A kept connection that the provider has closed meanwhile fails at once; one repetition finds a new one. */
const MAX_TRIES = 2;

/** Embeds over the OpenAI wire. */
export class OpenAiEmbeddingModel extends Embedder {
  readonly profile: EmbeddingProfile;
  readonly queryDeadlineMs: number;
  private readonly model: Model;
  /** Some models have one dimension and refuse to be asked for it. */
  private asksForDimension = true;

  constructor(
    address: RemoteModel,
    private readonly config: EmbeddingConfig,
    readonly meter: Meter,
    readonly tracer: Tracer = NO_TRACER,
  ) {
    super();
    const { profile, batchSize, queryDeadlineMs } = config;
    this.profile = profile;
    this.queryDeadlineMs = queryDeadlineMs;
    this.model = createOpenAICompatible({
      name: "provider",
      baseURL: address.baseUrl,
      ...(address.apiKey === undefined ? {} : { apiKey: address.apiKey }),
      fetch: boundedFetch(ENVELOPE_BYTES + batchSize * profile.dimension * NUMBER_BYTES),
    }).embeddingModel(address.model);
  }

  override async embed(texts: readonly string[], request: EmbeddingRequest): Promise<readonly Float32Array[]> {
    if (texts.length === 0) return [];
    const { purpose, signal, deadlineMs = this.config.timeoutMs } = request;
    const deadline = new CallDeadline(Math.min(deadlineMs, this.config.timeoutMs), signal);
    return metered(this, { model: "embedding", purpose }, async (tally) => {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += this.config.batchSize) {
        const batch = texts.slice(from, from + this.config.batchSize).map(embeddable);
        vectors.push(...vectorsOf(await this.embedBatch(batch, deadline, tally), batch.length, this.profile));
      }
      return vectors;
    });
  }

  private async embedBatch(
    batch: readonly string[],
    deadline: CallDeadline,
    tally: Tally,
  ): Promise<readonly (readonly number[])[]> {
    for (let tries = 1; ; tries++) {
      deadline.refuseIfOver();
      const asksForDimension = this.asksForDimension;
      tally.requests++;
      try {
        const dimensions = asksForDimension ? { dimensions: this.profile.dimension } : {};
        const { embeddings, usage, response } = await this.model.doEmbed({
          values: [...batch],
          abortSignal: deadline.signal,
          providerOptions: { openaiCompatible: dimensions },
        });
        addTokens(tally, usage?.tokens, 0);
        return inOrder(embeddings, response?.body);
      } catch (error) {
        deadline.refuseIfOver();
        this.considerRepeating(error, tries, asksForDimension);
      }
    }
  }

  /** Returns when the same texts should be sent once more. @throws InferenceError otherwise */
  private considerRepeating(error: unknown, tries: number, askedForDimension: boolean): void {
    const failure = providerFailure(error);
    if (failure.kind === "form") {
      this.asksForDimension = !askedForDimension;
      if (!askedForDimension) throw new InferenceError("misconfigured");
    } else if (failure.kind === "final") {
      throw new InferenceError(failure.fault);
    } else if (tries >= MAX_TRIES || failure.hasAnswered) {
      // Who called has other things to do than to wait: prepare goes on without, the filling of vectors comes back.
      throw new InferenceError("unavailable");
    }
  }
}

/** Some servers answer out of order and say so. */
function inOrder(embeddings: readonly (readonly number[])[], body: unknown): readonly (readonly number[])[] {
  const items = (body as { readonly data?: readonly { readonly index?: unknown }[] } | undefined)?.data ?? [];
  const places = items.map(({ index }) => index);
  const isPermutation = new Set(places).size === embeddings.length && embeddings.every((_, at) => places.includes(at));
  return isPermutation ? embeddings.map((_, at) => embeddings[places.indexOf(at)] ?? []) : embeddings;
}
