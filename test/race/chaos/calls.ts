import { setTimeout as pause } from "node:timers/promises";

import type * as Wire from "../../../src/client/index.js";
import { PowerContextClient, PowerContextError } from "../../../src/client/index.js";
import { codesOf } from "../../support/contract.js";
import { connectClient2026 } from "../../support/mcp-clients.js";
import type { Outcome } from "./ledger.js";
import type { Random } from "./random.js";
import type { Tally } from "./tally.js";

/** Long enough that a busy machine answers. */
const TIMEOUT_MS = 20_000;
const LONGEST_REST_MS = 500;
/** What a client may be told whatever it asked for: another was faster, or the server cannot now. */
const ACCEPTED = [409, 429, 503];

/** What fetch says when a server goes away. */
const BROKEN_CONNECTION = /fetch failed|terminated|other side closed|ECONN|EPIPE/u;

interface CallOptions {
  /** Refusals that are right here and would be wrong elsewhere. */
  readonly alsoRefused?: readonly string[];
}

interface Refusal {
  readonly code: string;
  readonly status: number | undefined;
  readonly details: Readonly<Record<string, unknown>>;
}

type McpTool = "remember_memory" | "search_memory" | "revise_memory_entry" | "retire_memory_entry";

/** Calls of one client, each to whichever server chance has it, and what the client then knows. */
export class Calls {
  constructor(
    private readonly addresses: () => readonly string[],
    private readonly random: Random,
    private readonly tally: Tally,
  ) {}

  /** @param send makes the one call; its answer has been held against the contract. */
  async http<Answer>(
    operation: string,
    send: (client: PowerContextClient) => Promise<Answer>,
    { alsoRefused = [] }: CallOptions = {},
  ): Promise<Outcome<Answer>> {
    this.tally.calls += 1;
    try {
      return this.acknowledged(await send(new PowerContextClient({ baseUrl: this.address(), timeoutMs: TIMEOUT_MS })));
    } catch (error) {
      if (!(error instanceof PowerContextError)) throw error;
      if (error.kind === "refused") {
        const { code = "", status, details = {} } = error;
        return this.refused(operation, { code, status, details }, alsoRefused);
      }
      if (error.kind === "invalid_response") this.tally.strange.push(`${operation}: ${error.message}`);
      return this.lost(error.message);
    }
  }

  /** The same by a tool for agents, on a connection of its own. */
  async mcp<Answer>(tool: McpTool, args: Readonly<Record<string, unknown>>): Promise<Outcome<Answer>> {
    this.tally.calls += 1;
    try {
      const client = await connectClient2026(`${this.address()}/mcp`);
      try {
        const { isError, structuredContent, text } = await client.call(tool, args);
        if (!isError) return this.acknowledged(structuredContent as Answer);
        const { error } = JSON.parse(text) as Wire.ErrorResponse;
        const status = ACCEPTED.find((one) => codesOf(tool, one).includes(error.code));
        return await this.refused(tool, { code: error.code, details: error.details ?? {}, status }, []);
      } finally {
        await client.close();
      }
    } catch (error) {
      const why = wordsOf(error);
      if (!BROKEN_CONNECTION.test(why)) this.tally.strange.push(`${tool} by MCP: ${why}`);
      return this.lost(why);
    }
  }

  private address(): string {
    return this.random.pick(this.addresses()) ?? "";
  }

  private acknowledged<Answer>(answer: Answer): Outcome<Answer> {
    this.tally.acknowledged += 1;
    return { kind: "acknowledged", answer };
  }

  private async refused(
    operation: string,
    { code, status, details }: Refusal,
    alsoRefused: readonly string[],
  ): Promise<Outcome<never>> {
    this.tally.refuse(code);
    const isDocumented = status !== undefined && codesOf(operation, status).includes(code);
    if (!isDocumented || !(ACCEPTED.includes(status) || alsoRefused.includes(code))) {
      this.tally.strange.push(`${operation}: ${String(status)} ${code}`);
    }
    if (status !== 503) return { kind: "refused", code, details };
    await this.rest();
    return { kind: "unknown", code };
  }

  private async lost(why: string): Promise<Outcome<never>> {
    await this.rest();
    if (!why.includes("ECONNREFUSED")) {
      this.tally.unknown += 1;
      return { kind: "unknown" };
    }
    this.tally.unsent += 1;
    return { kind: "unsent" };
  }

  /** Whoever gets no answer does not ask again at once. */
  private rest(): Promise<void> {
    return pause(this.random.below(LONGEST_REST_MS));
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.message} ${error.cause === undefined ? "" : wordsOf(error.cause)} ${"code" in error ? String(error.code) : ""}`;
}
