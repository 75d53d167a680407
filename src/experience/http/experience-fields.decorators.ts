import { CodePoints, Int, Many, One } from "../../platform/http/dto/field.decorators.js";
import { ArtifactReference, SourceReference } from "../../platform/http/wire/references.dto.js";

/** One of the four texts of a proposal. */
export const ProposalTextField = (): PropertyDecorator => CodePoints(1, 8000, { notBlank: true });

/** The Sources a proposal names. The domain counts them together with the Artifacts. */
export const NamedSourcesField = (): PropertyDecorator => Many(() => SourceReference, { maxItems: 32 });

/** The Artifact Revisions a proposal names. */
export const NamedArtifactsField = (): PropertyDecorator => Many(() => ArtifactReference, { maxItems: 32 });

/** The Experience a proposal would improve. */
export const TargetField = (): PropertyDecorator => One(() => ArtifactReference, { optional: true, nullable: true });

/** Why something is proposed: kept as sent, never blank. */
export const ReviewReasonField = (): PropertyDecorator =>
  CodePoints(1, 2000, { notBlank: true, optional: true, nullable: true });

/** A version of a Candidate. */
export const CandidateVersionField = (): PropertyDecorator => Int(1);
