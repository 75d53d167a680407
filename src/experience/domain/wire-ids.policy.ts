import type { Id16 } from "../../kernel/ids.js";
import type { ArtifactReference } from "../../kernel/references.js";
import type { ExperienceRevision } from "./experience.types.js";

export const EXPERIENCE = "experience";
const CANDIDATE_PREFIX = "cand_";
const EXPERIENCE_PREFIX = "exp_";
const HEX_ID = /^[0-9a-f]{32}$/;

export function experienceReference({ artifactId, revision }: ExperienceRevision): ArtifactReference {
  return { family: EXPERIENCE, artifactId: EXPERIENCE_PREFIX + artifactId.toString("hex"), revision };
}

/** The stored identity an Experience is cited by, or undefined for another family and for an id we never gave out. */
export function parseExperienceReference(reference: ArtifactReference): ExperienceRevision | undefined {
  if (reference.family !== EXPERIENCE) return undefined;
  const artifactId = parseId(EXPERIENCE_PREFIX, reference.artifactId);
  return artifactId && { artifactId, revision: reference.revision };
}

export const candidateIdOf = (id: Id16): string => CANDIDATE_PREFIX + id.toString("hex");

/** The bytes of a Candidate id, or undefined for one that we never gave out. */
export const parseCandidateId = (wire: string): Id16 | undefined => parseId(CANDIDATE_PREFIX, wire);

function parseId(prefix: string, wire: string): Id16 | undefined {
  const hex = wire.slice(prefix.length);
  return wire.startsWith(prefix) && HEX_ID.test(hex) ? Buffer.from(hex, "hex") : undefined;
}
