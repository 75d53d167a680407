import { Injectable } from "@nestjs/common";

import { DomainError } from "../kernel/domain-error.js";
import type { Tx } from "../kernel/unit-of-work.port.js";
import { VectorSpace } from "../search/index.js";
import { contentHash } from "./domain/entry-content.policy.js";
import type { MemoryHead } from "./domain/memory-head.js";
import type { ResolvedChange } from "./domain/planned-change.policy.js";
import { VectorFillJob } from "./vector-fill.job.js";

/** Vectors by the text they were made from. */
export type TextVectors = ReadonlyMap<string, Float32Array>;

const NONE: TextVectors = new Map();
/** Several texts may take longer than one, within reason. */
const MOST_DEADLINES = 5;

/** Gives new entry versions their vectors as they are written, or leaves them to the fill. */
@Injectable()
export class EntryVectors {
  constructor(
    private readonly space: VectorSpace,
    private readonly fill: VectorFillJob,
  ) {}

  /** Waits a bounded time and comes back with nothing when the model does not answer, or never has. Never called inside a unit. */
  async embed(texts: readonly string[]): Promise<TextVectors> {
    if (!this.space.isUsable || texts.length === 0) return NONE;
    if (!this.space.isOffered) {
      this.fill.lookSoon();
      return NONE;
    }
    const deadlineMs = this.space.deadlineMs * Math.min(texts.length, MOST_DEADLINES);
    try {
      const vectors = await this.space.embed(texts, { purpose: "entry", deadlineMs });
      this.fill.modelAnswered();
      return new Map(texts.flatMap((text, slot) => (vectors[slot] === undefined ? [] : [[text, vectors[slot]]])));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.fill.modelFailed();
      this.fill.lookSoon();
      return NONE;
    }
  }

  /**
   * Writes what a Revision changes, inside its unit.
   *
   * @returns whether the Memory may lack vectors afterwards: what its head must be saved with.
   */
  async apply(
    tx: Tx,
    head: MemoryHead,
    changes: readonly ResolvedChange[],
    vectors: TextVectors = NONE,
  ): Promise<boolean> {
    const written = changes.map(({ after }) => after).filter(({ state }) => state === "active");
    const couldLack = head.revision > 0 && head.vectorsPending;
    const gone = changes.filter(({ after }) => after.state === "inactive").map(({ after }) => after.entry);
    await this.space.remove(tx, head.scope, gone);
    const docs = written.flatMap(({ entry: doc, version, content }) => {
      const vector = vectors.get(content.text);
      return vector === undefined ? [] : [{ doc, version, contentHash: contentHash(content), vector }];
    });
    const areStored = docs.length === 0 || (await this.space.put(tx, head.scope, docs));
    return couldLack || !areStored || docs.length < written.length;
  }
}
