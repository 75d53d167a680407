import type { Meter, ModelUsage } from "../../kernel/meter.port.js";
import type { Span, Tracer } from "../../kernel/tracer.port.js";
import { InferenceError } from "./inference-error.js";

/** What one call has cost so far, whatever becomes of it. */
export interface Tally {
  requests: number;
  inputTokens: number;
  outputTokens: number;
}

/** Who sees the calls of a model. */
export interface ModelObservers {
  readonly meter: Meter;
  readonly tracer: Tracer;
}

type Call = Pick<ModelUsage, "model" | "purpose">;

/** Does the work, counts it, failed or not, and records it. Providers are told of no trace: they are somebody else's. */
export function metered<T>(
  { meter, tracer }: ModelObservers,
  call: Call,
  work: (tally: Tally) => Promise<T>,
): Promise<T> {
  const { model, purpose } = call;
  const start = { name: `${model} ${purpose}`, kind: "client", attributes: OPERATIONS[model] } as const;
  return tracer.trace(start, (span) => counted(meter, call, span, work));
}

/** In the words of OpenTelemetry. */
const OPERATIONS = {
  generation: { "gen_ai.operation.name": "chat" },
  embedding: { "gen_ai.operation.name": "embeddings" },
} as const;

async function counted<T>(meter: Meter, call: Call, span: Span, work: (tally: Tally) => Promise<T>): Promise<T> {
  const tally: Tally = { requests: 0, inputTokens: 0, outputTokens: 0 };
  const begin = performance.now();
  const ended = (outcome: ModelUsage["outcome"]): void => {
    meter.modelUsed({ ...call, ...tally, outcome, seconds: (performance.now() - begin) / 1_000 });
    span.set({
      "powercontext.provider_requests": tally.requests,
      "gen_ai.usage.input_tokens": tally.inputTokens,
      "gen_ai.usage.output_tokens": tally.outputTokens,
    });
  };
  try {
    const result = await work(tally);
    ended("success");
    return result;
  } catch (error) {
    ended(error instanceof InferenceError && error.fault === "timeout" ? "timeout" : "unavailable");
    throw error;
  }
}

/** What a provider reports is believed as far as a counter can take it. */
export function addTokens(tally: Tally, input: number | undefined, output: number | undefined): void {
  tally.inputTokens += countOf(input);
  tally.outputTokens += countOf(output);
}

function countOf(tokens = 0): number {
  return Number.isSafeInteger(tokens) && tokens > 0 ? tokens : 0;
}
