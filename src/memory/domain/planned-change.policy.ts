import type { Id16 } from "../../kernel/ids.js";
import type { EntryContent } from "./entry-content.policy.js";
import { commitmentOf, type ChainedChange } from "./hash-chain.policy.js";
import type { StoredEntry } from "./stored-entry.js";
import { entryIdOf, versionIdOf } from "./wire-ids.policy.js";

/** Identities of one change, drawn once per request. */
interface ChangeIdentity {
  readonly versionId: Id16;
  readonly salt: Id16;
}

/** What a Revision is about to do to one entry. */
export type PlannedChange =
  | {
      readonly op: "add";
      readonly entryId: Id16;
      readonly identity: ChangeIdentity;
      readonly content: EntryContent;
      readonly reason: string | undefined;
    }
  | {
      readonly op: "revise";
      readonly current: StoredEntry;
      readonly identity: ChangeIdentity;
      readonly content: EntryContent;
      readonly reason: string | undefined;
    }
  | {
      readonly op: "deactivate";
      readonly current: StoredEntry;
      readonly identity: ChangeIdentity;
      readonly reason: string | undefined;
    };

/** The change with the entry it leaves behind and its place in the hash chain. */
export interface ResolvedChange {
  readonly op: PlannedChange["op"];
  readonly before: StoredEntry | undefined;
  readonly after: StoredEntry;
  readonly reason: string | undefined;
  readonly salt: Id16;
  readonly chained: ChainedChange;
}

/** Gives each change its entry number and commitment, ascending by entry id. New entries are numbered after `lastEntry`. */
export function resolveChanges(changes: readonly PlannedChange[], lastEntry: number): readonly ResolvedChange[] {
  let next = lastEntry;
  return changes
    .map((change) => resolveChange(change, change.op === "add" ? (next += 1) : change.current.entry))
    .sort((left, right) => Buffer.compare(left.after.entryId, right.after.entryId));
}

function resolveChange(change: PlannedChange, entry: number): ResolvedChange {
  const after = entryAfter(change, entry);
  const before = change.op === "add" ? undefined : change.current;
  const { salt } = change.identity;
  return {
    op: change.op,
    before,
    after,
    reason: change.reason,
    salt,
    chained: {
      op: change.op,
      entryId: entryIdOf(after.entryId),
      from: before ? versionIdOf(before.versionId) : null,
      to: change.op === "deactivate" ? null : versionIdOf(after.versionId),
      commitment: commitmentOf(salt, change.op === "deactivate" ? undefined : change.content, change.reason),
    },
  };
}

function entryAfter(change: PlannedChange, entry: number): StoredEntry {
  switch (change.op) {
    case "add":
      return {
        entry,
        entryId: change.entryId,
        version: 1,
        versionId: change.identity.versionId,
        state: "active",
        content: change.content,
      };
    case "revise":
      return {
        ...change.current,
        version: change.current.version + 1,
        versionId: change.identity.versionId,
        content: change.content,
      };
    case "deactivate":
      return { ...change.current, state: "inactive" };
  }
}
