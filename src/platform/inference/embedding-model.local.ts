import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";

import { Embedder, type EmbeddingProfile, type EmbeddingRequest } from "../../kernel/embedding-model.port.js";
import type { Meter } from "../../kernel/meter.port.js";
import { StartError } from "../../kernel/start-error.js";
import { NO_TRACER, type Tracer } from "../../kernel/tracer.port.js";
import type { EmbeddingConfig } from "../config/inference.config.js";
import type { LocalModel } from "../config/local-models.js";
import { CallDeadline } from "./call-deadline.js";
import { embeddable, vectorsOf } from "./embedded-texts.js";
import { InferenceError } from "./inference-error.js";
import type { EmbeddedPiece, Piece } from "./local-embedding.worker.js";
import { metered } from "./metered-call.js";

type Vectors = readonly (readonly number[])[];

/** About 20 ms each: a query waits for one piece at most, whatever else is being embedded. */
const PIECE_TEXTS = 4;

interface Waiting {
  readonly piece: Piece;
  readonly isUrgent: boolean;
  readonly signal: AbortSignal;
  readonly settle: (vectors: Vectors | undefined) => void;
}

/** Embeds in a thread of this process, with a model that ships inside a package. Sends nothing anywhere. */
export class LocalEmbeddingModel extends Embedder {
  readonly profile: EmbeddingProfile;
  readonly queryDeadlineMs: number;
  private worker: Worker | undefined;
  private readonly queue: Waiting[] = [];
  private running: Waiting | undefined;
  private lastId = 0;

  /** @throws StartError when a package of the model is missing */
  constructor(
    private readonly config: EmbeddingConfig,
    model: LocalModel,
    readonly meter: Meter,
    readonly tracer: Tracer = NO_TRACER,
  ) {
    super();
    this.profile = config.profile;
    this.queryDeadlineMs = config.queryDeadlineMs;
    refuseMissing(model.packages);
  }

  override async embed(texts: readonly string[], request: EmbeddingRequest): Promise<readonly Float32Array[]> {
    if (texts.length === 0) return [];
    const { purpose, signal, deadlineMs = this.config.timeoutMs } = request;
    const deadline = new CallDeadline(Math.min(deadlineMs, this.config.timeoutMs), signal);
    return metered(this, { model: "embedding", purpose }, async (tally) => {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += PIECE_TEXTS) {
        const piece = texts.slice(from, from + PIECE_TEXTS).map(embeddable);
        tally.requests++;
        const embedded = await this.enqueue(piece, purpose !== "entry", deadline);
        vectors.push(...vectorsOf(embedded, piece.length, this.profile));
      }
      return vectors;
    });
  }

  /** Called by the framework when the application ends. */
  async onModuleDestroy(): Promise<void> {
    for (const { settle } of this.queue.splice(0)) settle(undefined);
    await this.worker?.terminate();
  }

  private async enqueue(texts: readonly string[], isUrgent: boolean, deadline: CallDeadline): Promise<Vectors> {
    deadline.refuseIfOver();
    const vectors = await new Promise<Vectors | undefined>((settle, fail) => {
      deadline.signal.addEventListener("abort", () => {
        fail(deadline.failure());
      });
      this.lastId++;
      this.queue.push({ piece: { id: this.lastId, texts }, isUrgent, signal: deadline.signal, settle });
      this.next();
    });
    if (vectors === undefined) throw new InferenceError("unavailable");
    return vectors;
  }

  /** Gives the thread one piece at a time, urgent ones first, and forgets those that nobody waits for any more. */
  private next(): void {
    if (this.running !== undefined) return;
    const wanted = this.queue.filter(({ signal }) => !signal.aborted);
    const chosen = wanted.find(({ isUrgent }) => isUrgent) ?? wanted[0];
    this.queue.splice(0, this.queue.length, ...wanted.filter((waiting) => waiting !== chosen));
    if (chosen === undefined) return;
    this.running = chosen;
    this.worker ??= this.startWorker();
    this.worker.postMessage(chosen.piece);
  }

  private startWorker(): Worker {
    const worker = new Worker(new URL("./local-embedding.worker.js", import.meta.url), {
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    // The libraries greet; a log line of ours says what there is to say.
    worker.stdout.resume();
    worker.stderr.resume();
    worker.unref();
    worker.on("message", ({ vectors }: EmbeddedPiece) => {
      this.ended(vectors);
    });
    // Followed by `exit`.
    worker.on("error", () => undefined);
    worker.on("exit", () => {
      this.worker = undefined;
      this.ended(undefined);
    });
    return worker;
  }

  private ended(vectors: Vectors | undefined): void {
    this.running?.settle(vectors);
    this.running = undefined;
    this.next();
  }
}

function refuseMissing(packages: readonly string[]): void {
  const require = createRequire(import.meta.url);
  const missing = packages.filter((name) => !isInstalled(require, name.slice(0, name.lastIndexOf("@"))));
  if (missing.length === 0) return;
  throw new StartError(
    "The local embedding model is not installed.",
    `Run: npm install --no-save ${missing.join(" ")}`,
  );
}

function isInstalled(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}
