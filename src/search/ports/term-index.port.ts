import type { ScopeKey } from "../../kernel/ids.js";
import type { DbSession, SqlFragment, Tx } from "../../kernel/unit-of-work.port.js";
import type { Frequencies, FrequencyRequest, WeightedTerm } from "../domain/search.types.js";

/** One term of one document, with its integer weight there (ranking.policy). */
export interface Posting {
  readonly term: string;
  readonly impact: number;
}

/** A set of documents of one scope that is searched as one; see collectionOf. */
export interface CollectionRef {
  readonly scope: ScopeKey;
  readonly collection: number;
}

/** Postings to add to one document of a collection. */
export interface DocumentPostings {
  readonly at: CollectionRef;
  readonly doc: number;
  readonly postings: readonly Posting[];
}

/**
 * The derived full-text index of terms and documents. It knows neither texts nor what a document is. Proven by
 * test/conformance/search.conformance.ts.
 */
export abstract class TermIndex {
  /** Adds postings, of all documents together. None of a document's terms may be there for it yet. */
  abstract put(tx: Tx, documents: readonly DocumentPostings[]): Promise<void>;
  /** Removes a document's postings of these terms; missing ones are no error. */
  abstract remove(tx: Tx, at: CollectionRef, doc: number, terms: readonly string[]): Promise<void>;
  /**
   * Removes about `limit` postings of a collection that is no longer read, more when one term has more documents.
   *
   * @returns how many; 0 when none are left.
   */
  abstract removeSome(tx: Tx, at: CollectionRef, limit: number): Promise<number>;
  /**
   * Documents per term, counted up to 513; for a prefix its most frequent terms. One value, a text for `frequenciesOf`, so
   * that a reader who must find the collection first counts in the same statement.
   *
   * @param place a derived table (scope_key, collection) of at most one row
   */
  abstract counts(place: SqlFragment, request: FrequencyRequest): SqlFragment;
  /** What the value of `counts` says. @param request the one it was made for */
  abstract frequenciesOf(counts: string | null, request: FrequencyRequest): Frequencies;
  /** The same of a known collection, in a statement of its own. */
  abstract frequencies(session: DbSession, at: CollectionRef, request: FrequencyRequest): Promise<Frequencies>;
  /**
   * A derived table (doc, score, mask_low, mask_high) of the best `limit` documents, best first and newest first among
   * equals. Its reader joins it to heads and texts in one statement, which makes all of them one snapshot.
   *
   * @param terms 1..64
   */
  abstract ranked(at: CollectionRef, terms: readonly WeightedTerm[], limit: number): SqlFragment;
  /** Whether the collection holds any posting. */
  abstract hasPostings(session: DbSession, at: CollectionRef): Promise<boolean>;
}
