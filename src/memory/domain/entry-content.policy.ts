import { canonicalJson, sha256 } from "../../kernel/canonical-json.js";
import type { ArtifactReference, SourceReference } from "../../kernel/references.js";
import { isBlank, normalizeText } from "../../kernel/unicode.js";

/** What makes two entry versions the same: text, kind and evidence, in the form they are stored. */
export interface EntryContent {
  readonly kind: string;
  readonly text: string;
  /** Unique, ascending by canonical JSON bytes. */
  readonly sourceRefs: readonly SourceReference[];
  readonly artifactRefs: readonly ArtifactReference[];
}

/** NFC and trimmed; evidence as given, which is already unique and in order. */
export function entryContent(
  kind: string,
  text: string,
  evidence: Pick<EntryContent, "sourceRefs" | "artifactRefs"> = { sourceRefs: [], artifactRefs: [] },
): EntryContent {
  return {
    kind: normalizeText(kind),
    text: entryText(text),
    sourceRefs: evidence.sourceRefs,
    artifactRefs: evidence.artifactRefs,
  };
}

/** A text in the form it is stored, searched and embedded. */
export function entryText(text: string): string {
  return normalizeText(text);
}

/** A blank reason is no reason. */
export function storedReason(reason: string | undefined): string | undefined {
  return reason === undefined || isBlank(reason) ? undefined : normalizeText(reason);
}

/** The JSON object that hashes and commitments cover. */
export function canonicalContent(content: EntryContent): object {
  return {
    kind: content.kind,
    text: content.text,
    source_refs: content.sourceRefs.map((ref) => ({ name: ref.name, source_id: ref.sourceId })),
    artifact_refs: content.artifactRefs.map((ref) => ({
      family: ref.family,
      artifact_id: ref.artifactId,
      revision: ref.revision,
    })),
  };
}

export function contentHash(content: EntryContent): Buffer {
  return sha256(canonicalJson(canonicalContent(content)));
}

/** 48 bits of the hash: small enough for an exact number in every driver. A match is verified by the whole hash. */
export function dedupeKey(hash: Buffer): number {
  return hash.readUIntBE(0, 6);
}

/** Finds texts that were retired, whatever evidence they stood on. */
export function textKey(text: string): number {
  return sha256(text).readUIntBE(0, 6);
}
