import type { Environment } from "../../src/checkout/environment.js";

/** What differs between the agents that run the hook. Everything else is shared. */
export interface Host {
  /** As the metadata of captured prompts names it, and the first part of their source ids. */
  readonly origin: "codex" | "claude-code";
  readonly component: string;
  /** Of the environment variables that set the hook up. */
  readonly prefix: string;
  /** Where the event holds the prompt, the session and the turn: the first non-blank one counts. */
  readonly promptFields: readonly string[];
  readonly sessionFields: readonly string[];
  readonly turnFields: readonly string[];
  /** Under which name a captured prompt carries its turn. */
  readonly turnMetadata: "turn_id" | "prompt_id";
  /** Tells whether to capture when the hook's own variable is not set. */
  readonly captureOption?: string;
  /** Undefined when the host names no server, or more than one. Not checked yet. */
  serverUrl(environment: Environment): string | undefined;
}
