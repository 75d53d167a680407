import type { components } from "../../src/client/generated/openapi.js";
import type { ScopeApi } from "./api.js";

type Schemas = components["schemas"];
export type WireCandidate = Schemas["ArtifactCandidate"];
export type WireReference = Schemas["ArtifactReference"];
type Fields = Readonly<Record<string, unknown>>;

export function wireProposal(lesson: string): Schemas["ExperienceProposal"] {
  return { situation: "A release is due.", action: "Freeze first.", outcome: "It went well.", lesson };
}

/** The inbox of one scope over HTTP. All calls expect success; evidence is the Source `s-1` unless given. */
export class ReviewApi {
  constructor(private readonly scope: ScopeApi) {}

  propose(lesson: string, more: Fields = {}): Promise<WireCandidate> {
    return this.succeed("propose_experience", { ...this.version(lesson), ...more });
  }

  /** A proposal for the next Revision of an Experience. */
  proposeOn(target: WireReference, lesson: string): Promise<WireCandidate> {
    return this.propose(lesson, { target, artifact_refs: [target] });
  }

  revise({ candidate_id, version }: WireCandidate, lesson: string, more: Fields = {}): Promise<WireCandidate> {
    const named = { candidate_id, expected_version: version };
    return this.succeed("revise_artifact_candidate", { ...named, ...this.version(lesson), ...more });
  }

  approve({ candidate_id, version }: WireCandidate): Promise<WireCandidate> {
    return this.succeed("approve_artifact_candidate", { candidate_id, expected_version: version });
  }

  reject({ candidate_id, version }: WireCandidate, reason: string): Promise<WireCandidate> {
    return this.succeed("reject_artifact_candidate", { candidate_id, expected_version: version, reason });
  }

  get({ candidate_id }: WireCandidate): Promise<WireCandidate> {
    return this.succeed("get_artifact_candidate", { candidate_id });
  }

  list(more: Fields = {}): Promise<Schemas["ListArtifactCandidatesResponse"]> {
    return this.succeed("list_artifact_candidates", more);
  }

  read(artifact: WireReference): Promise<Schemas["ExperienceArtifact"]> {
    return this.succeed("get_experience", { artifact });
  }

  /** A new Experience, or the next Revision of one, approved. */
  async approved(lesson: string, target?: WireReference): Promise<WireReference> {
    const candidate = await (target === undefined ? this.propose(lesson) : this.proposeOn(target, lesson));
    const { result_artifact } = await this.approve(candidate);
    if (result_artifact === null) throw new Error("an approval named no Revision");
    return result_artifact;
  }

  private version(lesson: string): Fields {
    const source_refs = [{ name: "content", source_id: "s-1" }];
    return { proposal: wireProposal(lesson), source_refs, artifact_refs: [] };
  }

  private async succeed<Body>(operationId: string, body: Fields): Promise<Body> {
    const { status, body: answered } = await this.scope.call(operationId, body);
    if (status < 300) return answered as Body;
    throw new Error(`${operationId} was refused: ${String(status)} ${JSON.stringify(answered)}`);
  }
}
