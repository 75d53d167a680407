import { type CheckState, ReadinessCheck } from "../../kernel/readiness-check.port.js";
import { InferenceError } from "./inference-error.js";

/** A little below the deadline of readiness, so that what is found is kept and not cut off. */
const PROBE_MS = 1_900;
const READY_FOR_MS = 300_000;
const FAILED_FOR_MS = 30_000;

/**
 * Whether a model works, found out by using it: rarely, because it may cost money, and once for all who ask at a time. A
 * model is asked again when its last answer is five minutes old, or half a minute when it had failed.
 */
abstract class ModelProbe extends ReadinessCheck {
  private last: { readonly state: CheckState; readonly validUntil: number } | undefined;
  private running: Promise<CheckState> | undefined;

  constructor(
    private readonly use: (deadlineMs: number) => Promise<unknown>,
    /** Milliseconds that never go back. */
    private readonly now: () => number = () => performance.now(),
  ) {
    super();
  }

  override state(): Promise<CheckState> {
    return this.stateWithin(PROBE_MS);
  }

  stateWithin(deadlineMs: number): Promise<CheckState> {
    if (this.last !== undefined && this.now() < this.last.validUntil) return Promise.resolve(this.last.state);
    this.running ??= this.probe(deadlineMs);
    return this.running;
  }

  private async probe(deadlineMs: number): Promise<CheckState> {
    const state = await this.use(deadlineMs).then(() => "ready" as const, stateOf);
    this.last = { state, validUntil: this.now() + (state === "ready" ? READY_FOR_MS : FAILED_FOR_MS) };
    this.running = undefined;
    return state;
  }
}

/** The check `inference.generation`. */
export class GenerationReadiness extends ModelProbe {}

/** The check `inference.embedding`. */
export class EmbeddingReadiness extends ModelProbe {}

function stateOf(error: unknown): CheckState {
  return error instanceof InferenceError ? error.fault : "unavailable";
}
