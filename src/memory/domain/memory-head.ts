import type { ScopeKey } from "../../kernel/ids.js";

/** Which postings of a scope may be read. */
export interface IndexState {
  /** The analyzer they were made with; 0 when there are none to trust. */
  readonly version: number;
  /** The build that is live. */
  readonly build: number;
  /** The highest build number ever given out. */
  readonly lastBuild: number;
}

/** The head row of a scope's Memory. Revision 0: nothing was written yet. */
export interface MemoryHead {
  readonly scope: ScopeKey;
  readonly revision: number;
  readonly hash: Buffer;
  readonly lastEntry: number;
  readonly activeEntries: number;
  readonly index: IndexState;
  /** Whether some active entry may lack its vector. A false one says that none does, as far as its writers knew. */
  readonly vectorsPending: boolean;
}

/** What a search needs of a head. */
export type SearchedHead = Omit<MemoryHead, "hash" | "lastEntry">;
