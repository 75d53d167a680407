/** One Revision of one Artifact: the only shape in which Artifacts are cited. */
export interface ArtifactReference {
  readonly family: string;
  readonly artifactId: string;
  /** ≥ 1 */
  readonly revision: number;
}

/** A Source by its type (`content`) and the caller's identity for it. */
export interface SourceReference {
  readonly name: string;
  readonly sourceId: string;
}
