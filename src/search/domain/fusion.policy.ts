/** How a document came to be among the hits. */
type Arm = "fts" | "vector";

export interface FusedDoc {
  readonly doc: number;
  /** 0..1: 1 for the first of both arms. */
  readonly score: number;
  /** In the order fts, vector. */
  readonly matchedBy: readonly Arm[];
}

/** Candidates that each arm gives, at least; as many as are asked for when those are more. */
export const ARM_CANDIDATES = 50;

/** Fitted on LoCoMo dev with the local model (docs/adr/0013): 60, as is usual, lets what both arms rank low win over a first. */
const RANK_OFFSET = 10;
const WEIGHTS: Readonly<Record<Arm, number>> = { fts: 10, vector: 7 };
/** Shares are whole numbers, so that sums and ties are the same everywhere. */
const SHARE_UNIT = 1_000_000_000;

/**
 * Weighted reciprocal rank fusion: scores of two arms cannot be compared, ranks can. Best first; newest (highest document)
 * first among equals.
 *
 * @param byTerms, byDistance documents of each arm, best first, each at most once
 */
export function fuse(byTerms: readonly number[], byDistance: readonly number[]): readonly FusedDoc[] {
  const best = share(WEIGHTS.fts, 0) + share(WEIGHTS.vector, 0);
  const termShares = sharesOf(byTerms, WEIGHTS.fts);
  const distanceShares = sharesOf(byDistance, WEIGHTS.vector);
  const totals = [...new Set([...byTerms, ...byDistance])].map((doc) => ({
    doc,
    total: (termShares.get(doc) ?? 0) + (distanceShares.get(doc) ?? 0),
  }));
  return totals
    .sort((a, b) => b.total - a.total || b.doc - a.doc)
    .map(({ doc, total }) => ({
      doc,
      score: total / best,
      matchedBy: [
        ...(termShares.has(doc) ? ["fts" as const] : []),
        ...(distanceShares.has(doc) ? ["vector" as const] : []),
      ],
    }));
}

/**
 * Of near documents those that an admitted one may stand beside: no farther than the nearest admitted one. How near is near
 * differs from model to model, so the measure is taken from the same query: nothing is admitted by vector alone.
 *
 * @param near nearest first
 */
export function nearerThanAdmitted<T extends { readonly entry: number }>(
  near: readonly T[],
  admitted: ReadonlySet<number>,
): readonly T[] {
  const first = near.findIndex(({ entry }) => admitted.has(entry));
  return near.filter(({ entry }, rank) => rank < first || admitted.has(entry));
}

function sharesOf(docs: readonly number[], weight: number): ReadonlyMap<number, number> {
  return new Map(docs.map((doc, rank) => [doc, share(weight, rank)]));
}

const share = (weight: number, rank: number): number => Math.round((SHARE_UNIT * weight) / (RANK_OFFSET + 1 + rank));
