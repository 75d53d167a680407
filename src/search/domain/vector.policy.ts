/** Distances are compared as whole millionths, so that two databases order alike what they compute a little differently. */
export const DISTANCE_UNIT = 1_000_000;

/**
 * The bytes of a vector as both databases take it: float32, little-endian.
 *
 * @throws RangeError for another dimension, a number that is not finite, or a zero vector, which is near to nothing. One
 *   such row would break every distance query of its table.
 */
export function vectorBytes(vector: Float32Array, dimension: number): Buffer {
  if (vector.length !== dimension) throw new RangeError("a vector has another dimension than its space");
  if (!vector.every(Number.isFinite)) throw new RangeError("a vector holds a number that is not finite");
  if (vector.every((value) => value === 0)) throw new RangeError("a vector is zero");
  const bytes = Buffer.alloc(dimension * 4);
  vector.forEach((value, index) => bytes.writeFloatLE(value, index * 4));
  return bytes;
}

/** The score as the wire shows it, 0..1, from a cosine distance 0..2 in millionths. */
export function similarityScore(distance: number): number {
  return Math.min(1, Math.max(0, 1 - distance / (2 * DISTANCE_UNIT)));
}
