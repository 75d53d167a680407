import type { EntryChange, RevisionChanges } from "./memory.types.js";
import { memoryReference } from "./wire-ids.policy.js";

/** Rows in Revision order become one group a Revision, in the same order. */
export function groupByRevision(
  changes: readonly (EntryChange & { readonly revision: number })[],
): readonly RevisionChanges[] {
  const groups = new Map<number, EntryChange[]>();
  for (const { revision, ...change } of changes) {
    const group = groups.get(revision);
    if (group) group.push(change);
    else groups.set(revision, [change]);
  }
  return [...groups].map(([revision, group]) => ({ memoryRef: memoryReference(revision), changes: group }));
}
