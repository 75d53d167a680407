import { z } from "zod";

import type { GenerationModel } from "../../kernel/generation-model.port.js";
import type { IdGenerator } from "../../kernel/id-generator.port.js";
import { fenced } from "../../platform/inference/fenced-data.js";
import { outputShape } from "../../platform/inference/output-shape.js";
import type { ProposedCandidate } from "../domain/candidate.types.js";
import { CandidatePipeline, type Reading } from "../ports/candidate-pipeline.port.js";
import { extractionPrompt } from "./extraction-prompt.js";

const ANSWER = z.object({
  candidates: z.array(
    z.object({
      op: z.enum(["add", "revise"]),
      entry: z.string().nullable(),
      kind: z.string(),
      text: z.string(),
      sources: z.array(z.int()),
    }),
  ),
});

const OUTPUT = outputShape("memory_candidates", ANSWER);

/** One call of the configured model reads everything. */
export class ModelCandidatePipeline extends CandidatePipeline {
  constructor(
    private readonly model: GenerationModel,
    private readonly ids: IdGenerator,
  ) {
    super();
  }

  get timeoutMs(): number {
    return this.model.timeoutMs;
  }

  async read({ sources, entries, signal }: Reading): Promise<readonly ProposedCandidate[]> {
    const { fence, input } = fenced(this.ids.next(), {
      entries: entries.map(({ handle, kind, text }) => ({ entry: handle, kind, text })),
      sources: sources.map(({ number, part, text }) => ({
        number,
        ...(part === undefined ? {} : { part: `${String(part.number)} of ${String(part.of)}` }),
        text,
      })),
    });
    const { candidates } = await this.model.generate({
      purpose: "memory_extraction",
      instructions: extractionPrompt(fence),
      input,
      output: OUTPUT,
      signal,
    });
    return candidates.map(({ op, entry, kind, text, sources: numbers }) => ({
      op,
      handle: entry ?? undefined,
      kind,
      text,
      sources: numbers,
    }));
  }
}
