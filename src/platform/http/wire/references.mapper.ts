import type { ArtifactReference, SourceReference } from "../../../kernel/references.js";
import type { Wire } from "./wire.types.js";

export function toArtifactReference(reference: ArtifactReference): Wire<"ArtifactReference"> {
  return { family: reference.family, artifact_id: reference.artifactId, revision: reference.revision };
}

export function fromArtifactReference(wire: Wire<"ArtifactReference">): ArtifactReference {
  return { family: wire.family, artifactId: wire.artifact_id, revision: wire.revision };
}

export function toSourceReference(reference: SourceReference): Wire<"SourceReference"> {
  return { name: reference.name, source_id: reference.sourceId };
}

export function fromSourceReference(wire: Wire<"SourceReference">): SourceReference {
  return { name: wire.name, sourceId: wire.source_id };
}

/** Null where there is none, as a scope without Memory has no head. */
export function toArtifactReferenceOrNull(reference: ArtifactReference | undefined): Wire<"ArtifactReference"> | null {
  return reference === undefined ? null : toArtifactReference(reference);
}
