import type { ScopeKey } from "../../kernel/ids.js";
import type { IndexState } from "../../kernel/index-state.js";

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
