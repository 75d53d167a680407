import { randomBytes } from "node:crypto";

import { asScopeId } from "../../src/kernel/ids.js";
import type { SqlValue } from "../../src/kernel/unit-of-work.port.js";
import {
  contentHash,
  dedupeKey,
  entryContent,
  textKey,
  type EntryContent,
} from "../../src/memory/domain/entry-content.policy.js";
import { genesisHash, revisionHash } from "../../src/memory/domain/hash-chain.policy.js";
import { resolveChanges } from "../../src/memory/domain/planned-change.policy.js";

export const FIRST_BUILD = 1;
/** Entry n was remembered n milliseconds later. */
export const LOADED_SINCE = Date.UTC(2025, 0, 1);
const KIND = "fact";
const ID = 16;
const HASH = 32;

/** What a scope has of its own, each a run of equally long values in the order of the entries. */
export interface ScopeRows {
  readonly operationIds: Buffer;
  readonly entryIds: Buffer;
  readonly versionIds: Buffer;
  readonly salts: Buffer;
  readonly hashes: Buffer;
  readonly commitments: Buffer;
  /** The hash of the last Revision. */
  readonly head: Buffer;
}

export function contentsOf(texts: readonly string[]): readonly EntryContent[] {
  return texts.map((text) => entryContent(KIND, text));
}

/** kind, text, content_hash, dedupe_key, text_key: what an entry has of its text. */
export function pooledValues(content: EntryContent): readonly SqlValue[] {
  const hash = contentHash(content);
  return [content.kind, content.text, hash, dedupeKey(hash), textKey(content.text)];
}

/** Entry n holds the pool's text `first + n`, round and round. @throws RangeError when a scope would hold one twice */
export function scopeRows(pool: readonly EntryContent[], scopeId: string, entries: number, first: number): ScopeRows {
  if (entries > pool.length) throw new RangeError("a scope cannot hold a text twice");
  const ids = () => randomBytes(entries * ID);
  const rows = { operationIds: ids(), entryIds: ids(), versionIds: ids(), salts: ids() };
  const hashes = Buffer.alloc(entries * HASH);
  const commitments = Buffer.alloc(entries * HASH);
  let hash = genesisHash(asScopeId(scopeId));
  for (let entry = 1; entry <= entries; entry++) {
    const at = (entry - 1) * ID;
    const content = pool[(first + entry) % pool.length];
    if (content === undefined) throw new RangeError("the pool of texts is empty");
    const identity = { versionId: rows.versionIds.subarray(at, at + ID), salt: rows.salts.subarray(at, at + ID) };
    const entryId = rows.entryIds.subarray(at, at + ID);
    const changes = resolveChanges([{ op: "add", entryId, identity, content, reason: undefined }], entry - 1);
    const chained = changes.map((change) => change.chained);
    const createdAt = LOADED_SINCE + entry;
    hash = revisionHash(hash, { revision: entry, origin: "remember", createdAt, changes: chained });
    hash.copy(hashes, (entry - 1) * HASH);
    chained[0]?.commitment.copy(commitments, (entry - 1) * HASH);
  }
  return { ...rows, hashes, commitments, head: hash };
}
