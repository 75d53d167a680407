import type { EmbeddingModel, EmbeddingRequest } from "../kernel/embedding-model.port.js";
import { redact } from "../kernel/redaction.js";
import type { ScopeKey } from "../kernel/ids.js";
import { ReadinessCheck, type CheckState } from "../kernel/readiness-check.port.js";
import type { DbSession, SqlFragment, Tx } from "../kernel/unit-of-work.port.js";
import type { DocVector, SpaceRef } from "./domain/vector.types.js";
import type { VectorIndex } from "./ports/vector-index.port.js";
import type { VectorSpaces } from "./ports/vector-spaces.port.js";

/** What a space is worked with. */
export interface SpaceTools {
  readonly model: EmbeddingModel;
  readonly index: VectorIndex;
  readonly spaces: VectorSpaces;
}

interface UsableSpace extends SpaceTools {
  readonly ref: SpaceRef;
}

/**
 * The deployment's vectors as this server may use them. One deployment has one profile (RFC 0020 "Process configuration"): a
 * server whose model has another finds the space foreign and leaves it alone until a reindex. Where the space cannot be used,
 * nothing is read or written.
 */
export class VectorSpace extends ReadinessCheck {
  private constructor(private found: UsableSpace | "foreign" | "none") {
    super();
  }

  /** For a server without an embedding model. */
  static none(): VectorSpace {
    return new VectorSpace("none");
  }

  /** @param ref from SpaceOpener.open */
  static of(ref: SpaceRef | undefined, tools: SpaceTools): VectorSpace {
    return new VectorSpace(ref === undefined ? "foreign" : { ref, ...tools });
  }

  get isUsable(): boolean {
    return this.usable !== undefined;
  }

  /** Whether search by vector can be had: the space is the deployment's, and the model has really answered. */
  get isOffered(): boolean {
    return this.usable?.model.hasAnswered === true;
  }

  /** Whether somebody who can do without a vector should wait for a query's. */
  get isAnswering(): boolean {
    return this.isOffered && this.usable?.model.isResting === false;
  }

  /** How long somebody who can do without waits for a vector, in milliseconds. */
  get deadlineMs(): number {
    return this.usable?.model.queryDeadlineMs ?? 0;
  }

  /** A foreign space is for the operator to settle. Everything else about the model is its own check's concern. */
  state(): Promise<CheckState | undefined> {
    return Promise.resolve(this.found === "foreign" ? "misconfigured" : undefined);
  }

  /**
   * One vector a text, none at all where the space cannot be used. The model gets the texts without their secrets, which are
   * no more its business than another's.
   *
   * @throws DomainError as EmbeddingModel.embed
   */
  async embed(texts: readonly string[], request: EmbeddingRequest): Promise<readonly Float32Array[]> {
    return this.usable === undefined
      ? []
      : this.usable.model.embed(
          texts.map((text) => redact(text).text),
          request,
        );
  }

  /** @returns whether all of them were written; a space that turns out to be renewed is left. */
  async put(tx: Tx, scope: ScopeKey, docs: readonly DocVector[]): Promise<boolean> {
    const { usable } = this;
    if (usable === undefined) return false;
    if (await usable.index.put(tx, usable.ref, scope, docs)) return true;
    this.found = "foreign";
    return false;
  }

  async remove(tx: Tx, scope: ScopeKey, docs: readonly number[]): Promise<void> {
    await this.usable?.index.remove(tx, this.usable.ref, scope, docs);
  }

  /** As VectorIndex.nearest. Undefined where the space cannot be used. */
  nearest(documents: SqlFragment, query: Float32Array, limit: number): SqlFragment | undefined {
    return this.usable?.index.nearest(this.usable.ref, documents, query, limit);
  }

  /** As VectorIndex.missing. Undefined where the space cannot be used. */
  missing(documents: SqlFragment, limit: number): SqlFragment | undefined {
    return this.usable?.index.missing(this.usable.ref, documents, limit);
  }

  /** Looks whether the space is still the deployment's, and leaves it when it is not. */
  async isCurrent(session: DbSession): Promise<boolean> {
    const { usable } = this;
    if (usable === undefined) return false;
    const recorded = await usable.spaces.current(session);
    if (recorded?.generation === usable.ref.generation) return true;
    this.found = "foreign";
    return false;
  }

  private get usable(): UsableSpace | undefined {
    return typeof this.found === "string" ? undefined : this.found;
  }
}
