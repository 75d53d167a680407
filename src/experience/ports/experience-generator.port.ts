import type { DistilledProposal, ShownEvidence, ShownText } from "../domain/generation.types.js";
import type { ExperienceProposal } from "../domain/experience.types.js";

/** Proposes Experience from what it is shown. What it answers is untrusted. Absent on a server without a model. */
export abstract class ExperienceGenerator {
  /** Milliseconds after which a reading has ended, whatever happened. */
  abstract readonly timeoutMs: number;
  /**
   * One proposal from all of the evidence, or undefined when it teaches nothing.
   *
   * @throws DomainError inference_timeout, inference_unavailable
   */
  abstract generate(
    evidence: readonly ShownEvidence[],
    signal: AbortSignal | undefined,
  ): Promise<ExperienceProposal | undefined>;
  /**
   * What the outcomes of tasks teach, each by itself; often nothing.
   *
   * @throws DomainError inference_timeout, inference_unavailable
   */
  abstract distil(
    outcomes: readonly ShownText[],
    signal: AbortSignal | undefined,
  ): Promise<readonly DistilledProposal[]>;
}
