import type { Meter, ModelUsage } from "../../kernel/meter.port.js";
import { InferenceError } from "./inference-error.js";

/** What one call has cost so far, whatever becomes of it. */
export interface Tally {
  requests: number;
  inputTokens: number;
  outputTokens: number;
}

/** Does the work and counts it, failed or not. */
export async function metered<T>(
  meter: Meter,
  call: Pick<ModelUsage, "model" | "purpose">,
  work: (tally: Tally) => Promise<T>,
): Promise<T> {
  const tally: Tally = { requests: 0, inputTokens: 0, outputTokens: 0 };
  const begin = performance.now();
  const ended = (outcome: ModelUsage["outcome"]): void => {
    meter.modelUsed({ ...call, ...tally, outcome, seconds: (performance.now() - begin) / 1_000 });
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
