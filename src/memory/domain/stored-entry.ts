import type { Id16 } from "../../kernel/ids.js";
import type { EntryContent } from "./entry-content.policy.js";
import type { EntryState, MemoryEntry } from "./memory.types.js";
import { entryIdOf, memoryReference, versionIdOf } from "./wire-ids.policy.js";

/** One version of an entry under the numbers it is stored with. */
export interface StoredEntry {
  /** The entry's number in its scope: 1, 2, 3 … in order of creation. */
  readonly entry: number;
  readonly entryId: Id16;
  readonly version: number;
  readonly versionId: Id16;
  readonly state: EntryState;
  readonly content: EntryContent;
}

/** The entry as a caller sees it, cited at the Revision it was read at. */
export function toMemoryEntry(stored: Omit<StoredEntry, "entry">, revision: number): MemoryEntry {
  return {
    citation: {
      memoryRef: memoryReference(revision),
      entryId: entryIdOf(stored.entryId),
      entryVersionId: versionIdOf(stored.versionId),
    },
    version: stored.version,
    kind: stored.content.kind,
    text: stored.content.text,
    state: stored.state,
    sourceRefs: stored.content.sourceRefs,
    artifactRefs: stored.content.artifactRefs,
  };
}
