/** The generation of vectors that one server reads and writes. Every reindex begins another. */
export interface SpaceRef {
  /** 1, 2, 3 … over the life of a database. */
  readonly generation: number;
  readonly dimension: number;
}

/** A document of a scope with its vector. */
export interface DocVector {
  readonly doc: number;
  /** Which version of the document the vector was made from. */
  readonly version: number;
  /** Of that version, so that a vector can be traced to its content. */
  readonly contentHash: Buffer;
  readonly vector: Float32Array;
}
