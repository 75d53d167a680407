import { Inject, Injectable, Optional } from "@nestjs/common";

import { DomainError } from "../kernel/domain-error.js";
import { Meter } from "../kernel/meter.port.js";
import { Shutdown } from "../kernel/shutdown.port.js";
import { readProposal } from "./domain/generated-proposal.policy.js";
import type { GenerateCommand, GenerationOutcome } from "./domain/generation.types.js";
import { NamedEvidence } from "./named-evidence.js";
import { ExperienceGenerator } from "./ports/experience-generator.port.js";
import { ProposalService } from "./proposal.service.js";

/** A model's proposal from the evidence a caller chose: it waits in the inbox like any other (RFC 0028). */
@Injectable()
export class GenerationService {
  constructor(
    private readonly evidence: NamedEvidence,
    private readonly proposals: ProposalService,
    private readonly meter: Meter,
    private readonly shutdown: Shutdown,
    @Optional() @Inject(ExperienceGenerator) private readonly generator: ExperienceGenerator | undefined,
  ) {}

  /**
   * The evidence is checked before the model is asked and, with the target, once more in the unit that writes the Candidate:
   * a target may move on meanwhile.
   *
   * @throws DomainError generation_unavailable without a model; invalid_request, artifact_conflict; inference_timeout,
   *   inference_unavailable, also when the model proposes what a caller could not; runtime_not_ready when the server is to
   *   stop meanwhile.
   */
  async generate(command: GenerateCommand): Promise<GenerationOutcome> {
    const generator = this.requireGenerator();
    const evidence = await this.evidence.read(command);
    this.meter.count("extraction_redactions", evidence.redactions);
    const answered = await this.shutdown.during((signal) => generator.generate(evidence.shown, signal));
    if (answered === undefined) return { kind: "no_op" };
    const { proposal, redactions } = readProposal(answered);
    this.meter.count("extraction_redactions", redactions);
    if (proposal === undefined) throw unusable();
    const { scopeId, sourceRefs, artifactRefs, target, reason } = command;
    const candidate = await this.proposals.propose({ scopeId, proposal, sourceRefs, artifactRefs, target, reason });
    return { kind: "pending", candidate };
  }

  private requireGenerator(): ExperienceGenerator {
    if (this.generator) return this.generator;
    throw new DomainError(
      "generation_unavailable",
      "This server has no generation model. Propose the Experience yourself.",
      { family: "experience" },
    );
  }
}

function unusable(): DomainError {
  return new DomainError("inference_unavailable", "The model proposed nothing that can be reviewed. Try again later.");
}
