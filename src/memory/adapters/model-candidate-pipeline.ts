import { z } from "zod";

import type { GenerationModel, OutputShape } from "../../kernel/generation-model.port.js";
import type { IdGenerator } from "../../kernel/id-generator.port.js";
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

const OUTPUT: OutputShape<z.infer<typeof ANSWER>> = {
  name: "memory_candidates",
  jsonSchema: schemaOf(ANSWER),
  read: (answer) => ANSWER.safeParse(answer).data,
};

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
    const fence = `--- data ${this.ids.next().toString("hex")} ---`;
    const data = {
      entries: entries.map(({ handle, kind, text }) => ({ entry: handle, kind, text })),
      sources: sources.map(({ number, part, text }) => ({
        number,
        ...(part === undefined ? {} : { part: `${String(part.number)} of ${String(part.of)}` }),
        text,
      })),
    };
    const { candidates } = await this.model.generate({
      purpose: "memory_extraction",
      instructions: extractionPrompt(fence),
      // As JSON a stored text has no line of its own, so it can neither end the data nor look like a fence.
      input: `${fence}\n${JSON.stringify(data)}\n${fence}`,
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

/** Without the dialect's name, which some providers refuse. */
function schemaOf(type: z.ZodType): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(z.toJSONSchema(type)).filter(([keyword]) => keyword !== "$schema"));
}
