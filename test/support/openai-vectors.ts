import { createHash } from "node:crypto";

/**
 * - `tooMany`         one vector more than texts
 * - `tooFew`          one less
 * - `nan`, `null`     a number of the first vector is no number (JSON has no NaN: a string of that name)
 * - `huge`            one is beyond float32
 * - `zero`            the first vector is all zeros
 * - `wrongDimension`  every vector is one number short
 * - `emptyVectors`    no vector has a number
 */
export type EmbeddingFault =
  "tooMany" | "tooFew" | "nan" | "null" | "huge" | "zero" | "wrongDimension" | "emptyVectors";

type Vector = readonly unknown[];

const SPOILED: Readonly<Record<EmbeddingFault, (vectors: readonly Vector[]) => readonly Vector[]>> = {
  tooMany: (vectors) => [...vectors, vectors[0] ?? []],
  tooFew: (vectors) => vectors.slice(1),
  nan: (vectors) => withFirst(vectors, (first) => ["NaN", ...first.slice(1)]),
  null: (vectors) => withFirst(vectors, (first) => [null, ...first.slice(1)]),
  huge: (vectors) => withFirst(vectors, (first) => [1e39, ...first.slice(1)]),
  zero: (vectors) => withFirst(vectors, (first) => first.map(() => 0)),
  wrongDimension: (vectors) => vectors.map((vector) => vector.slice(1)),
  emptyVectors: (vectors) => vectors.map(() => []),
};

export function aBadEmbedding(kind: string, vectors: readonly Vector[]): readonly Vector[] {
  return kind in SPOILED ? SPOILED[kind as EmbeddingFault](vectors) : vectors;
}

function withFirst(vectors: readonly Vector[], spoil: (first: Vector) => Vector): readonly Vector[] {
  return [spoil(vectors[0] ?? []), ...vectors.slice(1)];
}

/** The sum of a fixed pseudo-random vector for each word: the more words two texts share, the nearer they are. */
export function wordVector(text: string, dimension: number): readonly number[] {
  const sum = new Array<number>(dimension).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [""]) {
    vectorOfWord(word, dimension).forEach((value, index) => {
      sum[index] = (sum[index] ?? 0) + value;
    });
  }
  return sum;
}

function vectorOfWord(word: string, dimension: number): readonly number[] {
  const values: number[] = [];
  for (let block = 0; values.length < dimension; block++) {
    const digest = createHash("sha256")
      .update(`${word}\0${String(block)}`)
      .digest();
    values.push(...Array.from(digest, (byte) => byte / 127.5 - 1));
  }
  return values.slice(0, dimension);
}
