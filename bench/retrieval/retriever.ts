/** What the retrieval measures need from a system under test. Documents are named by their index in what was indexed. */
export interface Retriever {
  index(scope: string, texts: readonly string[]): Promise<void>;
  /** Best first, at most `limit`. */
  search(scope: string, query: string, limit: number): Promise<readonly number[]>;
  /** What a pack would take, best first; empty when nothing is worth it. */
  prepare(scope: string, query: string): Promise<readonly number[]>;
}

/** Also answers for other thresholds than the product's, to draw the curve it was chosen from. */
export interface TunableRetriever extends Retriever {
  prepareAt(scope: string, query: string, thresholds: readonly number[]): readonly (readonly number[])[];
}

/** The pack shows at most this many memories … */
export const PACK_MEMORIES = 8;
/** … of this many candidates. */
export const PREPARE_CANDIDATES = 16;
