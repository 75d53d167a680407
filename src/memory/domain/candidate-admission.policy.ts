import { canonicalJson } from "../../kernel/canonical-json.js";
import { redact, REDACTED } from "../../kernel/redaction.js";
import type { SourceReference } from "../../kernel/references.js";
import { codePointLength, fitsWhenStored, isBlank, normalizeText } from "../../kernel/unicode.js";
import type { AdmittedChange, Candidate, DropReason, ProposedCandidate } from "./candidate.types.js";
import type { EntryContent } from "./entry-content.policy.js";
import type { StoredEntry } from "./stored-entry.js";

/** What one reading may propose: more is a transcript and not a selection. */
export const MOST_CANDIDATES = 32;
/** What the parts of a large Source may propose together. */
export const MOST_CANDIDATES_IN_WINDOW = 64;
const MOST_EVIDENCE = 32;
const MAX_KIND = 128;
const MAX_TEXT_BYTES = 8192;
/** What must stand beside "[redacted]" to be worth remembering: "the password is [redacted]" is not. */
const FEWEST_WORDS = 3;

/** What was shown to the pipeline, by the numbers and handles it was shown under. */
export interface Shown {
  readonly sources: ReadonlyMap<number, SourceReference>;
  readonly entries: ReadonlyMap<string, StoredEntry>;
  /** Handles of the entries of which something was taken out before they were shown. */
  readonly redacted: ReadonlySet<string>;
  /** How many words of a text say something. */
  wordsIn(text: string): number;
}

export interface Sifted<T> {
  readonly kept: readonly T[];
  readonly dropped: readonly DropReason[];
}

/** Judges candidates by themselves: each must be what a caller could have written, and stand on Sources of the window. */
export function readCandidates(
  proposed: readonly ProposedCandidate[],
  shown: Shown,
): Sifted<Candidate> & { readonly redactions: number } {
  const read = proposed.slice(0, MOST_CANDIDATES).map((candidate) => readCandidate(candidate, shown));
  const excess = proposed.slice(MOST_CANDIDATES).map((): DropReason => "excess");
  return {
    kept: read.flatMap(({ outcome }) => (typeof outcome === "string" ? [] : [outcome])),
    dropped: [...read.flatMap(({ outcome }) => (typeof outcome === "string" ? [outcome] : [])), ...excess],
    redactions: read.reduce((sum, { redactions }) => sum + redactions, 0),
  };
}

function readCandidate(
  proposed: ProposedCandidate,
  shown: Shown,
): { readonly outcome: Candidate | DropReason; readonly redactions: number } {
  if (!isWritable(proposed)) return { outcome: "invalid", redactions: 0 };
  const kind = redact(proposed.kind);
  const text = redact(proposed.text);
  const redactions = kind.count + text.count;
  const content = { kind: normalizeText(kind.text), text: normalizeText(text.text) };
  // Redaction can lengthen a text, and can leave nothing, or nothing worth keeping, of it.
  if (kind.count > 0 || !isWritable(content) || isResidue(content.text, shown))
    return { outcome: "invalid", redactions };
  const evidence = evidenceOf(proposed.sources, shown.sources);
  if (evidence.length === 0) return { outcome: "unsupported", redactions };
  if (proposed.op === "add") return { outcome: { op: "add", ...content, evidence }, redactions };
  return { outcome: readRevision(proposed.handle, { ...content, evidence }, shown), redactions };
}

/** What a person wrote is never replaced by what was left of it for the pipeline to see. */
function readRevision(
  handle: string | undefined,
  said: Pick<Candidate, "kind" | "text" | "evidence">,
  { entries, redacted }: Shown,
): Candidate | DropReason {
  const seen = handle === undefined ? undefined : entries.get(handle);
  if (handle === undefined || seen === undefined) return "stale";
  return redacted.has(handle) ? "redacted" : { op: "revise", seen, ...said };
}

/** The contract's rules for kind and text of remember_memory. */
function isWritable({ kind, text }: { readonly kind: string; readonly text: string }): boolean {
  if (!kind.isWellFormed() || !text.isWellFormed() || isBlank(kind) || isBlank(text)) return false;
  if (codePointLength(kind) > MAX_KIND || codePointLength(normalizeText(kind)) > MAX_KIND) return false;
  return fitsWhenStored(text, MAX_TEXT_BYTES);
}

const isResidue = (text: string, shown: Shown): boolean =>
  text.includes(REDACTED) && shown.wordsIn(text.replaceAll(REDACTED, " ")) < FEWEST_WORDS;

function evidenceOf(
  numbers: readonly number[],
  sources: ReadonlyMap<number, SourceReference>,
): readonly SourceReference[] {
  const named = [...new Set(numbers)].flatMap((number) => sources.get(number) ?? []);
  return named.slice(0, MOST_EVIDENCE);
}

/** What the Memory says at the moment of writing about all that the candidates touch. */
export interface AdmissionState {
  /** The entry that a revision names, as it is now. */
  currentOf(seen: StoredEntry): StoredEntry | undefined;
  /** Numbers of the active entries that say this, exactly or in nearly the same words. */
  activeLike(text: string): readonly number[];
  /** Whether an active entry has said exactly this before it was revised. */
  isSuperseded(text: string): boolean;
  /** Whether a person has ended a text like this one. */
  isEnded(text: string): boolean;
  /** Whether two texts of candidates say the same in nearly the same words. */
  areAlike(left: string, right: string): boolean;
}

/** Judges candidates, in their order, against the current state and one another: at most one change an entry and a text. */
export function admit(candidates: readonly Candidate[], state: AdmissionState): Sifted<AdmittedChange> {
  const kept: AdmittedChange[] = [];
  const dropped: DropReason[] = [];
  const texts = new Set<string>();
  const entries = new Set<number>();
  for (const candidate of candidates) {
    const outcome = judge(candidate, state, { texts, entries });
    if (typeof outcome === "string") {
      dropped.push(outcome);
      continue;
    }
    kept.push(outcome);
    texts.add(outcome.content.text);
    if (outcome.op === "revise") entries.add(outcome.current.entry);
  }
  return { kept, dropped };
}

interface Taken {
  readonly texts: ReadonlySet<string>;
  readonly entries: ReadonlySet<number>;
}

function judge(candidate: Candidate, state: AdmissionState, taken: Taken): AdmittedChange | DropReason {
  return candidate.op === "add" ? judgeAddition(candidate, state, taken) : judgeRevision(candidate, state, taken);
}

function judgeAddition(
  { kind, text, evidence }: Candidate,
  state: AdmissionState,
  taken: Taken,
): AdmittedChange | DropReason {
  if (isTaken(text, state, taken) || state.activeLike(text).length > 0) return "duplicate";
  if (state.isEnded(text)) return "retired";
  if (state.isSuperseded(text)) return "duplicate";
  return { op: "add", content: { kind, text, sourceRefs: inOrder(evidence), artifactRefs: [] } };
}

function judgeRevision(
  { seen, kind, text, evidence }: Extract<Candidate, { op: "revise" }>,
  state: AdmissionState,
  taken: Taken,
): AdmittedChange | DropReason {
  const current = state.currentOf(seen);
  if (current === undefined || !isAsSeen(current, seen) || taken.entries.has(current.entry)) return "stale";
  if (isTaken(text, state, taken) || state.activeLike(text).some((entry) => entry !== current.entry))
    return "duplicate";
  if (current.content.text !== text) {
    if (state.isEnded(text)) return "retired";
  } else if (current.content.kind === kind) return "duplicate";
  return { op: "revise", current, content: { ...current.content, kind, text, sourceRefs: joined(current, evidence) } };
}

const isTaken = (text: string, state: AdmissionState, { texts }: Taken): boolean =>
  texts.has(text) || [...texts].some((other) => state.areAlike(other, text));

function isAsSeen(current: StoredEntry, seen: StoredEntry): boolean {
  return current.state === "active" && current.versionId.equals(seen.versionId);
}

/** What an entry stood on and what it stands on now; the new alone where both are too many. */
function joined(current: StoredEntry, evidence: readonly SourceReference[]): EntryContent["sourceRefs"] {
  const all = inOrder([...current.content.sourceRefs, ...evidence]);
  return all.length + current.content.artifactRefs.length > MOST_EVIDENCE ? inOrder(evidence) : all;
}

/** Unique, ascending by canonical JSON bytes. */
function inOrder(references: readonly SourceReference[]): EntryContent["sourceRefs"] {
  const byText = new Map(references.map((ref) => [canonicalJson({ name: ref.name, source_id: ref.sourceId }), ref]));
  return [...byText]
    .sort(([left], [right]) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
    .map(([, reference]) => reference);
}
