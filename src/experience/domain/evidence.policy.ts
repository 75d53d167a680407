import { invalidRequest, type FieldProblem } from "../../kernel/domain-error.js";
import type { ArtifactReference, SourceReference } from "../../kernel/references.js";
import type { Evidence } from "./experience.types.js";
import { parseExperienceReference } from "./wire-ids.policy.js";

const MAX_EVIDENCE = 32;
export const SOURCE_TYPE = "content";

/** What of the named evidence is there. */
export interface FoundEvidence {
  /** Ids of Sources. */
  readonly sourceIds: ReadonlySet<string>;
  /** The head of the scope's Memory; 0 without one. */
  readonly memoryRevision: number;
  /** The heads of Experiences by the hex of their stored id. */
  readonly experienceRevisions: ReadonlyMap<string, number>;
}

/** @throws DomainError invalid_request for none and for more than 32 references in all. */
export function requireEvidenceCount({ sourceRefs, artifactRefs }: Evidence): void {
  const count = sourceRefs.length + artifactRefs.length;
  if (count === 0) throw refused("source_refs", "must name at least one Source here or Artifact in artifact_refs");
  if (count > MAX_EVIDENCE) {
    const field = sourceRefs.length > MAX_EVIDENCE ? "source_refs" : "artifact_refs";
    throw refused(field, `must be at most ${String(MAX_EVIDENCE)} together with the other references`);
  }
}

/** Each reference once, where the caller named it first. */
export function uniqueEvidence({ sourceRefs, artifactRefs }: Evidence): Evidence {
  return {
    sourceRefs: uniqueBy(sourceRefs, ({ name, sourceId }) => JSON.stringify([name, sourceId])),
    artifactRefs: uniqueBy(artifactRefs, artifactKey),
  };
}

/** One problem for each reference to something that is not in the scope. */
export function missingEvidence(evidence: Evidence, found: FoundEvidence): readonly FieldProblem[] {
  return [
    ...problemsOf("source_refs", evidence.sourceRefs, (reference) => hasSource(reference, found)),
    ...problemsOf("artifact_refs", evidence.artifactRefs, (reference) => hasArtifact(reference, found)),
  ];
}

/** Whether two references name the same Revision. */
export function isSameArtifact(one: ArtifactReference, other: ArtifactReference): boolean {
  return artifactKey(one) === artifactKey(other);
}

export function isMemoryReference({ family, artifactId }: ArtifactReference): boolean {
  return family === "memory" && artifactId === "memory";
}

function hasSource({ name, sourceId }: SourceReference, found: FoundEvidence): boolean {
  return name === SOURCE_TYPE && found.sourceIds.has(sourceId);
}

function hasArtifact(reference: ArtifactReference, found: FoundEvidence): boolean {
  if (isMemoryReference(reference)) return reference.revision <= found.memoryRevision;
  const experience = parseExperienceReference(reference);
  if (experience === undefined) return false;
  return experience.revision <= (found.experienceRevisions.get(experience.artifactId.toString("hex")) ?? 0);
}

function problemsOf<T>(
  field: string,
  references: readonly T[],
  isThere: (reference: T) => boolean,
): readonly FieldProblem[] {
  return references.flatMap((reference, index) =>
    isThere(reference) ? [] : [{ field: `${field}.${String(index)}`, problem: "does not exist in this scope" }],
  );
}

function artifactKey({ family, artifactId, revision }: ArtifactReference): string {
  return JSON.stringify([family, artifactId, revision]);
}

function uniqueBy<T>(items: readonly T[], key: (item: T) => string): readonly T[] {
  const first = new Map<string, T>();
  for (const item of items) if (!first.has(key(item))) first.set(key(item), item);
  return [...first.values()];
}

function refused(field: string, problem: string): Error {
  return invalidRequest([{ field, problem }]);
}
