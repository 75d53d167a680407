import type { ScopeId } from "../../src/kernel/ids.js";
import type { FlushResult } from "../../src/memory/domain/flush.types.js";
import { payloadHash } from "../../src/source/domain/payload.policy.js";
import { freshScope, type OpenAdapters } from "../conformance/harness.js";
import { MemoryCalls } from "../conformance/memory-calls.js";
import { memoryServiceOver } from "./compose.js";
import { counted, flushOver, type FlushParts } from "./flush-over.js";
import type { OpenAiServer, RecordedRequest } from "./openai-server.js";

/** One candidate as a model answers it; what a test does not say is a valid addition on Source 1. */
export interface Said {
  readonly op?: "add" | "revise";
  readonly entry?: string | null;
  readonly kind?: string;
  readonly text: string;
  readonly sources?: readonly number[];
}

export const candidates = (...said: readonly Said[]) => ({
  candidates: said.map((one) => ({ op: "add", entry: null, kind: "fact", sources: [1], ...one })),
});

export interface ShownData {
  readonly entries: readonly { readonly entry: string; readonly kind: string; readonly text: string }[];
  readonly sources: readonly { readonly number: number; readonly part?: string; readonly text: string }[];
}

/** The data that a request shows to the model. */
export function shownData(request: RecordedRequest): ShownData {
  const line = request.text.split("\n").find((one) => one.startsWith('{"entries":'));
  if (line === undefined) throw new Error("the request shows no data");
  return JSON.parse(line) as ShownData;
}

/** A scope with a journal, a Memory and a model that says what it is told to. */
export class FlushWorld {
  readonly scope: ScopeId = freshScope("flush");
  readonly calls: MemoryCalls;
  readonly parts: FlushParts;
  private captured = 0;

  constructor(
    readonly adapters: OpenAdapters,
    readonly provider: OpenAiServer,
    options?: { readonly sourcesInWindow?: number; readonly timeoutMs?: number },
  ) {
    this.calls = new MemoryCalls(memoryServiceOver(adapters));
    this.parts = flushOver(adapters, provider, options);
  }

  /** Sources s-1, s-2, … */
  async capture(...contents: readonly string[]): Promise<void> {
    for (const content of contents) {
      const sourceId = `s-${String(++this.captured)}`;
      const source = {
        type: "content",
        sourceId,
        content,
        metadata: undefined,
        payloadHash: payloadHash(content, undefined),
      };
      await this.adapters.unitOfWork.run(async (tx) =>
        this.adapters.journal.append(tx, await this.adapters.scopes.open(tx, this.scope), source),
      );
    }
  }

  /** The next flush, of a model that says this. */
  async flush(...said: readonly Said[]): Promise<FlushResult> {
    this.provider.chat.answer(() => candidates(...said));
    return this.parts.flushes.flush(this.scope);
  }

  /** Captures one more Source and flushes it. */
  async extract(...said: readonly Said[]): Promise<FlushResult> {
    await this.capture(`record ${String(this.captured + 1)}`);
    return this.flush(...said);
  }

  async cursor(): Promise<number | undefined> {
    return (await this.parts.claims.backlog(this.scope, "memory"))?.cursor;
  }

  async texts(): Promise<readonly string[]> {
    return (await this.calls.list(this.scope)).entries.map(({ text }) => text).sort();
  }

  async entry(text: string) {
    const found = (await this.calls.list(this.scope, true)).entries.find((entry) => entry.text === text);
    if (found === undefined) throw new Error(`there is no entry ${text}`);
    return found;
  }

  counted(name: string): Promise<number> {
    return counted(this.parts.metrics, name);
  }

  lastRequest(): RecordedRequest {
    const request = this.provider.received("chat").at(-1);
    if (request === undefined) throw new Error("the model was not asked");
    return request;
  }
}

export const memoryAt = (revision: number) => ({ family: "memory", artifactId: "memory", revision });
