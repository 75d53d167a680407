import { z } from "zod";

import type { OutputShape } from "../../kernel/generation-model.port.js";

/** What a model must answer, as a schema has it. */
export function outputShape<T>(name: string, type: z.ZodType<T>): OutputShape<T> {
  // Without the dialect's name, which some providers refuse.
  const jsonSchema = Object.fromEntries(
    Object.entries(z.toJSONSchema(type)).filter(([keyword]) => keyword !== "$schema"),
  );
  return { name, jsonSchema, read: (answer) => type.safeParse(answer).data };
}
