import {
  type Embedder,
  EmbeddingModel,
  type EmbeddingProfile,
  type EmbeddingRequest,
} from "../../kernel/embedding-model.port.js";
import { InferenceError } from "./inference-error.js";
import { queryRestMs } from "./query-rest.policy.js";

/** An embedder that remembers how its calls went. Nothing of it outlives the process: another may reach the provider. */
export class WatchedEmbeddingModel extends EmbeddingModel {
  readonly profile: EmbeddingProfile;
  readonly queryDeadlineMs: number;
  private answered = false;
  private queryFailures = 0;
  private restsUntil = -Infinity;

  constructor(
    private readonly embedder: Embedder & { onModuleDestroy?(): Promise<void> },
    /** Milliseconds that never go back. */
    private readonly now: () => number = () => performance.now(),
  ) {
    super();
    this.profile = embedder.profile;
    this.queryDeadlineMs = embedder.queryDeadlineMs;
  }

  get hasAnswered(): boolean {
    return this.answered;
  }

  get isResting(): boolean {
    return this.now() < this.restsUntil;
  }

  override async embed(texts: readonly string[], request: EmbeddingRequest): Promise<readonly Float32Array[]> {
    const failuresBefore = this.queryFailures;
    try {
      const vectors = await this.embedder.embed(texts, request);
      if (texts.length > 0) this.succeeded();
      return vectors;
    } catch (error) {
      this.failed(request, error, failuresBefore);
      throw error;
    }
  }

  /** Called by the framework when the application ends. */
  async onModuleDestroy(): Promise<void> {
    await this.embedder.onModuleDestroy?.();
  }

  private succeeded(): void {
    this.answered = true;
    this.queryFailures = 0;
    this.restsUntil = -Infinity;
  }

  private failed({ purpose, signal }: EmbeddingRequest, error: unknown, failuresBefore: number): void {
    if (signal?.aborted === true) return;
    if (purpose === "probe" && isMisconfigured(error)) this.answered = false;
    // Entries may be refused for their own sake. Queries that fail side by side are one failure.
    if (purpose !== "query" || this.queryFailures !== failuresBefore) return;
    this.queryFailures++;
    this.restsUntil = this.now() + queryRestMs(this.queryFailures);
  }
}

const isMisconfigured = (error: unknown): boolean => error instanceof InferenceError && error.fault === "misconfigured";
