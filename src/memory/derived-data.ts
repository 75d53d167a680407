import { Injectable } from "@nestjs/common";

import type { Tx } from "../kernel/unit-of-work.port.js";
import { EntryIndex, type IndexedRevision } from "./entry-index.js";
import { EntryVectors, type TextVectors } from "./entry-vectors.js";
import type { MemoryHead } from "./domain/memory-head.js";

/** What search reads of a Memory, kept in step with each Revision: postings and vectors. */
@Injectable()
export class DerivedData {
  constructor(
    private readonly index: EntryIndex,
    private readonly vectors: EntryVectors,
  ) {}

  /** Before the unit: what it can be given that takes a model. */
  prepare(texts: readonly string[]): Promise<TextVectors> {
    return this.vectors.embed(texts);
  }

  /** Inside the unit. @returns what the head must be saved with. */
  async apply(
    tx: Tx,
    head: MemoryHead,
    revision: IndexedRevision,
    vectors: TextVectors | undefined,
  ): Promise<Pick<MemoryHead, "index" | "vectorsPending">> {
    const index = await this.index.apply(tx, head, revision);
    return { index, vectorsPending: await this.vectors.apply(tx, head, revision.changes, vectors) };
  }
}
