import type { ScopeKey } from "../../kernel/ids.js";
import type { DbSession, Tx } from "../../kernel/unit-of-work.port.js";
import type { Frequencies, FrequencyRequest } from "../domain/search.types.js";

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

/**
 * The derived full-text index of terms and documents. It knows neither texts nor what a document is. Reading ranked
 * documents is a part of the reader's own statement: see rankedDocuments. Proven by test/conformance/term-index.conformance.ts.
 */
export abstract class TermIndex {
  /** Adds postings of a document. None of these terms may be there for it yet. */
  abstract put(tx: Tx, at: CollectionRef, doc: number, postings: readonly Posting[]): Promise<void>;
  /** Removes a document's postings of these terms; missing ones are no error. */
  abstract remove(tx: Tx, at: CollectionRef, doc: number, terms: readonly string[]): Promise<void>;
  /** Removes whole terms of a collection that is no longer read, until `limit` postings are gone. @returns how many. */
  abstract removeSome(tx: Tx, at: CollectionRef, limit: number): Promise<number>;
  /** Documents per term, counted up to 513; for a prefix its most frequent terms. One row whatever is asked. */
  abstract frequencies(session: DbSession, at: CollectionRef, request: FrequencyRequest): Promise<Frequencies>;
  /** Whether the collection holds any posting. */
  abstract hasPostings(session: DbSession, at: CollectionRef): Promise<boolean>;
}
