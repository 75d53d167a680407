import { z } from "zod";

import type { GenerationModel } from "../../kernel/generation-model.port.js";
import type { IdGenerator } from "../../kernel/id-generator.port.js";
import { fenced } from "../../platform/inference/fenced-data.js";
import { outputShape } from "../../platform/inference/output-shape.js";
import type { ExperienceProposal } from "../domain/experience.types.js";
import type { DistilledProposal, ShownEvidence, ShownText } from "../domain/generation.types.js";
import { ExperienceGenerator } from "../ports/experience-generator.port.js";
import { generationPrompt, incubationPrompt } from "./experience-prompt.js";

const PURPOSE = "experience_generation";
const PARTS = { situation: z.string(), action: z.string(), outcome: z.string(), lesson: z.string() };

const GENERATED = outputShape(
  "experience_proposal",
  z
    .object({ no_op: z.boolean(), proposal: z.object(PARTS).nullable() })
    .refine(({ no_op, proposal }) => no_op === (proposal === null)),
);
const DISTILLED = outputShape(
  "experience_proposals",
  z.object({ proposals: z.array(z.object({ ...PARTS, sources: z.array(z.int()) })) }),
);

/** One call of the configured model reads everything. */
export class ModelExperienceGenerator extends ExperienceGenerator {
  constructor(
    private readonly model: GenerationModel,
    private readonly ids: IdGenerator,
  ) {
    super();
  }

  get timeoutMs(): number {
    return this.model.timeoutMs;
  }

  override async generate(
    evidence: readonly ShownEvidence[],
    signal: AbortSignal | undefined,
  ): Promise<ExperienceProposal | undefined> {
    const { fence, input } = fenced(this.ids.next(), {
      evidence: evidence.map(({ number, kind, isTarget, text }) => ({
        number,
        kind,
        ...(isTarget ? { target: true } : {}),
        text,
      })),
    });
    const instructions = generationPrompt(fence);
    const { proposal } = await this.model.generate({
      purpose: PURPOSE,
      instructions,
      input,
      output: GENERATED,
      signal,
    });
    return proposal ?? undefined;
  }

  override async distil(
    outcomes: readonly ShownText[],
    signal: AbortSignal | undefined,
  ): Promise<readonly DistilledProposal[]> {
    const sources = outcomes.map(({ number, text }) => ({ number, text }));
    const { fence, input } = fenced(this.ids.next(), { sources });
    const instructions = incubationPrompt(fence);
    const answer = await this.model.generate({ purpose: PURPOSE, instructions, input, output: DISTILLED, signal });
    return answer.proposals;
  }
}
