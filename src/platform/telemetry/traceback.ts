import { DomainError } from "../../kernel/domain-error.js";
import { StartError } from "../../kernel/start-error.js";
import { StorageError } from "../../kernel/storage-error.js";

export interface Traceback {
  readonly error: string;
  /** Only of our own errors, whose messages are written to hold no content. */
  readonly message?: string;
  readonly frames: readonly string[];
}

const SAFE_MESSAGES = [DomainError, StartError, StorageError];

/**
 * What the log may know of an error: its class and where it was thrown. The message of a foreign error often repeats
 * the input it failed on, so it is left out.
 */
export function traceback(error: unknown): Traceback {
  if (!(error instanceof Error)) return { error: typeof error, frames: [] };
  const safe = SAFE_MESSAGES.some((known) => error instanceof known);
  return { error: error.name, ...(safe ? { message: error.message } : {}), frames: frames(error) };
}

function frames(error: Error): readonly string[] {
  const stack = error.stack ?? "";
  const afterMessage = stack.slice(stack.indexOf(error.message) + error.message.length);
  return afterMessage
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "));
}
