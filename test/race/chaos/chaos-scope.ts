import type * as Wire from "../../../src/client/index.js";
import { ScopeLedger } from "./ledger.js";

export interface SentSource {
  readonly sourceId: string;
  readonly content: string;
  readonly isReport: boolean;
}

/** One scope while clients work in it: what they share. */
export class ChaosScope {
  readonly ledger = new ScopeLedger();
  /** Sources that are known to be in the journal. */
  readonly captured: SentSource[] = [];
  /** Candidates as they were answered last, by id. */
  readonly candidates = new Map<string, Wire.ArtifactCandidate>();
  /** The newest Revision of each Experience that was approved. */
  readonly experiences = new Map<string, Wire.ArtifactReference>();
  /** Entries as they were answered. */
  readonly answered: Wire.MemoryEntry[] = [];
  /** The highest Revision that anybody was told of: whoever reads from now on sees it. */
  toldRevision = 0;
  private names = 0;

  constructor(
    readonly number: number,
    readonly id: string,
  ) {}

  /** In every text of the scope and in none of another. */
  get sign(): string {
    return `k${String(this.number)}`;
  }

  /** A text that nothing else of the scope has. */
  name(what: string): string {
    return `${what} ${String(++this.names)} of ${this.sign}`;
  }

  get writes(): number {
    return this.names;
  }
}
