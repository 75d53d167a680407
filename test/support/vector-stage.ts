import type { EmbeddingModel } from "../../src/kernel/embedding-model.port.js";
import type { ScopeId } from "../../src/kernel/ids.js";
import type { SearchRequestMode } from "../../src/memory/domain/memory.types.js";
import type { VectorSpace } from "../../src/search/index.js";
import type { AdapterFamily, OpenAdapters } from "../conformance/harness.js";
import { MemoryCalls } from "../conformance/memory-calls.js";
import { entrySearchOver, indexRebuildOver, memoryServiceOver } from "./compose.js";
import { vectorsOver, type VectorParts } from "./compose-vectors.js";
import { newSpace, provenModelOver } from "./embedding.js";
import { OpenAiServer } from "./openai-server.js";
import { wordVector } from "./openai-vectors.js";
import { until } from "./until.js";

const DIMENSION = 16;
export const CAT = "the office cat sleeps on the printer";
export const DEPLOY = "deploys go out on Tuesday morning";
export const BACKUP = "backups run every night";

/** A Memory with an embedding model over real adapters, and a provider that does as it is told. */
export class VectorStage {
  /** The clock of the model's rests, in milliseconds; moved by hand. */
  now = 0;
  model!: EmbeddingModel;
  space!: VectorSpace;
  vectors!: VectorParts;
  /** Of the server with the model. */
  calls!: MemoryCalls;
  /** Of a server without one, on the same database. */
  readonly plain: MemoryCalls;

  private constructor(
    readonly adapters: OpenAdapters,
    readonly provider: OpenAiServer,
  ) {
    this.plain = new MemoryCalls(memoryServiceOver(adapters));
  }

  static async open(family: AdapterFamily): Promise<VectorStage> {
    return new VectorStage(await family.open(), await OpenAiServer.start(DIMENSION));
  }

  /** A new space, and a provider that is up and has forgotten its orders. */
  async reset(): Promise<void> {
    await this.provider.down();
    await this.provider.up();
    this.provider.embeddings.always(undefined);
    this.provider.embeddings.answer(({ inputs }) => inputs.map((text) => wordVector(text, DIMENSION)));
    this.now = 0;
    // The database may be shared: what other suites and tests have left is none of our servers' work.
    const rest = { name: "test.rest", sql: "UPDATE memory_head SET vectors_pending = 0 WHERE vectors_pending = 1" };
    await this.adapters.unitOfWork.run((tx) => tx.execute(rest, []));
    this.model = await provenModelOver(this.provider, { now: () => this.now });
    this.space = await newSpace(this.adapters, this.model);
    this.vectors = vectorsOver(this.adapters, this.space);
    this.calls = new MemoryCalls(memoryServiceOver(this.adapters, indexRebuildOver(this.adapters), this.vectors));
    this.provider.requests.length = 0;
    this.adapters.takeStatements();
  }

  async close(): Promise<void> {
    await this.provider.down();
    await this.adapters.close();
  }

  search(scopeId: ScopeId, query: string, mode: SearchRequestMode = "auto", limit = 10) {
    return this.calls.memory.search({ scopeId, query, limit, mode });
  }

  recall(scopeId: ScopeId, query: string) {
    const entrySearch = entrySearchOver(this.adapters, indexRebuildOver(this.adapters), this.vectors);
    return entrySearch.recall(this.adapters.unitOfWork.reader, scopeId, query, 16);
  }

  async rememberAll(scope: ScopeId, by = this.calls): Promise<void> {
    for (const text of [CAT, DEPLOY, BACKUP]) await by.remember(scope, text);
  }

  async isPending(scope: ScopeId): Promise<boolean | undefined> {
    return (await this.adapters.heads.read(this.adapters.unitOfWork.reader, scope))?.vectorsPending;
  }

  /** Resolves when the head says that no vector is missing. */
  filled(scope: ScopeId): Promise<void> {
    return until(async () => (await this.isPending(scope)) === false);
  }

  async keyOf(scope: ScopeId) {
    return (await this.adapters.scopes.find(this.adapters.unitOfWork.reader, scope))!;
  }
}

/** The refusal of a mode that cannot be had. */
export const refused = (capability: SearchRequestMode) => ({
  code: "capability_not_supported",
  details: { capability },
});

export const textsOf = (hits: readonly { readonly text: string }[]) => hits.map(({ text }) => text);

/** A vector along one axis. */
export const axis = (index: number): readonly number[] =>
  Array.from({ length: DIMENSION }, (_, slot) => (slot === index ? 1 : 0));

/** Away from axis 1 towards axis 2. */
export const tilted = (by: number): readonly number[] =>
  Array.from({ length: DIMENSION }, (_, slot) => [0, 1 - by, by][slot] ?? 0);
