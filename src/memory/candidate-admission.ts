import { Injectable } from "@nestjs/common";

import { IdGenerator } from "../kernel/id-generator.port.js";
import type { Id16, ScopeId } from "../kernel/ids.js";
import type { Tx } from "../kernel/unit-of-work.port.js";
import { areNearIdentical, comparable, type ComparableText } from "../search/index.js";
import { admit, type AdmissionState } from "./domain/candidate-admission.policy.js";
import type { AdmittedChange, Candidate, DropReason } from "./domain/candidate.types.js";
import type { MemoryHead } from "./domain/memory-head.js";
import type { PlannedChange } from "./domain/planned-change.policy.js";
import { entryIdOf } from "./domain/wire-ids.policy.js";
import { EndedTexts } from "./ports/ended-texts.port.js";
import { EntryVectors, type TextVectors } from "./entry-vectors.js";
import { MemoryEntries } from "./ports/memory-entries.port.js";
import { KnownTextSearch, type KnownTexts } from "./known-texts.js";

/** Identities of one change, drawn once for every run of the unit that may write it. */
interface DrawnIds {
  readonly entryId: Id16;
  readonly versionId: Id16;
  readonly salt: Id16;
}

/** Candidates with all that can be known of them before the Memory is held. */
export interface PreparedCandidates {
  readonly operationId: Id16;
  readonly candidates: readonly Candidate[];
  readonly ids: readonly DrawnIds[];
  /** By its text, what a candidate is compared by. */
  readonly comparables: ReadonlyMap<string, ComparableText>;
  readonly known: KnownTexts;
  readonly vectors: TextVectors;
}

export interface AdmittedPlan {
  readonly changes: readonly PlannedChange[];
  readonly dropped: readonly DropReason[];
}

/** Decides which candidates become changes: first without a lock, then against what the held Memory says now. */
@Injectable()
export class CandidateAdmission {
  constructor(
    private readonly ids: IdGenerator,
    private readonly entries: MemoryEntries,
    private readonly ended: EndedTexts,
    private readonly known: KnownTextSearch,
    private readonly vectors: EntryVectors,
  ) {}

  async prepare(scopeId: ScopeId, candidates: readonly Candidate[]): Promise<PreparedCandidates> {
    const texts = candidates.map(({ text }) => text);
    const comparables = new Map(texts.map((text) => [text, comparable(text)]));
    return {
      operationId: this.ids.next(),
      candidates,
      ids: candidates.map(() => ({ entryId: this.ids.next(), versionId: this.ids.next(), salt: this.ids.next() })),
      comparables,
      known: await this.known.nearTo(scopeId, [...comparables.values()]),
      vectors: await this.vectors.embed(texts),
    };
  }

  /** Four statements at most, whatever the Memory holds. */
  async plan(tx: Tx, head: MemoryHead, prepared: PreparedCandidates): Promise<AdmittedPlan> {
    if (prepared.candidates.length === 0) return { changes: [], dropped: [] };
    const { kept, dropped } = admit(prepared.candidates, await this.stateOf(tx, head, prepared));
    return { changes: kept.flatMap((change, index) => toPlanned(change, prepared.ids[index])), dropped };
  }

  private async stateOf(tx: Tx, head: MemoryHead, prepared: PreparedCandidates): Promise<AdmissionState> {
    const { candidates, comparables, known } = prepared;
    const seen = candidates.flatMap((candidate) => (candidate.op === "revise" ? [candidate.seen.entryId] : []));
    const current = await this.entries.findAll(tx, head.scope, distinct(seen));
    const byId = new Map(current.map((entry) => [entryIdOf(entry.entryId), entry]));
    const standing = await this.ended.standingOf(tx, head.scope, [...comparables.keys()]);
    const since = await this.since(tx, head, known.upTo);
    const of = (text: string): ComparableText => comparables.get(text) ?? comparable(text);
    const standingWith = (text: string) => standing.filter((one) => one.text === text);
    return {
      currentOf: ({ entryId }) => byId.get(entryIdOf(entryId)),
      activeLike: (text) => [
        ...standingWith(text).flatMap(({ isActive, entry }) => (isActive ? [entry] : [])),
        ...(known.active.get(of(text).text) ?? []).filter((entry) => !since.changed.has(entry)),
        ...since.active.flatMap((one) => (areNearIdentical(one.text, of(text)) ? [one.entry] : [])),
      ],
      isSuperseded: (text) => standingWith(text).some(({ isSuperseded }) => isSuperseded),
      isEnded: (text) =>
        known.ended.has(of(text).text) ||
        standingWith(text).some(({ isEnded }) => isEnded) ||
        since.ended.some((ended) => areNearIdentical(ended, of(text))),
      areAlike: (left, right) => areNearIdentical(of(left), of(right)),
    };
  }

  /** What has changed since the search for known texts, mostly nothing. */
  private async since(tx: Tx, head: MemoryHead, upTo: number): Promise<ChangesSince> {
    if (head.revision <= upTo) return { changed: new Set(), active: [], ended: [] };
    const changed = await this.entries.changedSince(tx, head.scope, upTo);
    const ended = await this.ended.endedSince(tx, head.scope, upTo);
    return {
      changed: new Set(changed.map(({ entry }) => entry)),
      active: changed.flatMap(({ entry, current }) =>
        current === undefined ? [] : [{ entry, text: comparable(current) }],
      ),
      ended: ended.map(({ text }) => comparable(text)),
    };
  }
}

interface ChangesSince {
  readonly changed: ReadonlySet<number>;
  readonly active: readonly { readonly entry: number; readonly text: ComparableText }[];
  readonly ended: readonly ComparableText[];
}

function distinct(ids: readonly Id16[]): readonly Id16[] {
  return [...new Map(ids.map((id) => [entryIdOf(id), id])).values()];
}

function toPlanned(change: AdmittedChange, ids: DrawnIds | undefined): readonly PlannedChange[] {
  if (ids === undefined) return [];
  const identity = { versionId: ids.versionId, salt: ids.salt };
  const { content } = change;
  return change.op === "add"
    ? [{ op: "add", entryId: ids.entryId, identity, content, reason: undefined }]
    : [{ op: "revise", current: change.current, identity, content, reason: undefined }];
}
