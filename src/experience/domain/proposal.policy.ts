import { canonicalJson, sha256 } from "../../kernel/canonical-json.js";
import type { Evidence, ExperienceProposal } from "./experience.types.js";

/** Equal for proposals with the same four texts and for no others. */
export function proposalHash({ situation, action, outcome, lesson }: ExperienceProposal): Buffer {
  return sha256(canonicalJson({ situation, action, outcome, lesson }));
}

/** Over what an approved Revision says and what it rests on. */
export function artifactHash(content: ExperienceProposal, { sourceRefs, artifactRefs }: Evidence): Buffer {
  return sha256(proposalHash(content), canonicalJson({ sourceRefs, artifactRefs }));
}
