import type { EmbeddingProfile } from "../../kernel/embedding-model.port.js";

const LARGEST_FLOAT32 = 3.4028234663852886e38;

/**
 * - `vector`  fits the profile and is normalised as it says
 * - `size`    is of another dimension: another model than the one that is configured
 * - `value`   holds what is no number in float32, or nothing but zeros
 */
export type CheckedVector =
  { readonly kind: "vector"; readonly vector: Float32Array } | { readonly kind: "size" } | { readonly kind: "value" };

/** What a model returned, as a vector of the profile. Never trusts it to be normalised. */
export function checkVector(numbers: readonly number[], profile: EmbeddingProfile): CheckedVector {
  if (numbers.length !== profile.dimension) return { kind: "size" };
  const norm = normOf(numbers);
  if (norm === undefined) return { kind: "value" };
  const scale = profile.normalization === "unit" ? 1 / norm : 1;
  const vector = Float32Array.from(numbers, (value) => value * scale);
  return vector.some((value) => value !== 0) ? { kind: "vector", vector } : { kind: "value" };
}

/** Undefined when some number cannot be stored or all are zero. */
function normOf(numbers: readonly number[]): number | undefined {
  let squares = 0;
  for (const value of numbers) {
    if (!(Math.abs(value) <= LARGEST_FLOAT32)) return undefined;
    squares += value * value;
  }
  return squares > 0 ? Math.sqrt(squares) : undefined;
}
