import type { EmbeddingProfile } from "../../kernel/embedding-model.port.js";
import { isBlank } from "../../kernel/unicode.js";
import { InferenceError } from "./inference-error.js";
import { checkVector } from "./vector.policy.js";

/** Providers refuse an empty text. A blank one says nothing, and any vector is as good for it. */
export function embeddable(text: string): string {
  return isBlank(text) ? "." : text;
}

/** @throws InferenceError unless there is one fitting vector for each text */
export function vectorsOf(
  answered: readonly (readonly number[])[],
  count: number,
  profile: EmbeddingProfile,
): readonly Float32Array[] {
  if (answered.length !== count) throw new InferenceError("unavailable");
  return answered.map((numbers) => {
    const checked = checkVector(numbers, profile);
    if (checked.kind === "vector") return checked.vector;
    throw new InferenceError(checked.kind === "size" ? "misconfigured" : "unavailable");
  });
}
