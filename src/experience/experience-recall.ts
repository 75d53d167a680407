import type { ScopeId, ScopeKey } from "../kernel/ids.js";
import type { ArtifactReference } from "../kernel/references.js";
import type { SqlFragment } from "../kernel/unit-of-work.port.js";
import { RecallCompanion, type AskedQuery, type CompanionRow } from "../memory/index.js";
import {
  admits,
  frequencyTerms,
  isIndexLive,
  planPrepare,
  scanDocs,
  scanFind,
  scanFrequencies,
  type PreparePlan,
  type SegmentedQuery,
  type TermIndex,
} from "../search/index.js";
import type { ExperienceProposal } from "./domain/experience.types.js";
import { searchableText } from "./domain/searchable-text.policy.js";
import { experienceReference } from "./domain/wire-ids.policy.js";
import { experiencesOf } from "./experience-index.js";
import type { ExperienceTexts, TextsHit } from "./ports/experience-texts.port.js";

/** An approved Experience worth a place in a Context Pack, at its head Revision. */
export interface ExperienceHit {
  readonly artifact: ArtifactReference;
  readonly content: ExperienceProposal;
}

export interface RecallTools {
  readonly terms: TermIndex;
  readonly texts: ExperienceTexts;
  /** Told of a scope whose postings are not where they must be. */
  readonly suspect: (scope: ScopeKey) => void;
}

export interface RecallOptions {
  readonly limit: number;
  /** Whether to go by the texts themselves: slower, and right whatever state the index is in. */
  readonly byScan: boolean;
}

type Reading =
  | { readonly kind: "nothing" }
  | { readonly kind: "scan"; readonly query: SegmentedQuery }
  | { readonly kind: "index"; readonly plan: PreparePlan; readonly build: number };

/** One recall of approved Experiences, read together with Memory's; not to be used twice. */
export class ExperienceRecall extends RecallCompanion {
  private reading: Reading = { kind: "nothing" };

  constructor(
    private readonly tools: RecallTools,
    private readonly options: RecallOptions,
  ) {
    super();
  }

  head(scopeId: ScopeId, { request }: AskedQuery): SqlFragment {
    const { terms, texts } = this.tools;
    return texts.head(scopeId, terms.counts(texts.collection(scopeId), request));
  }

  arm(row: CompanionRow, { query, request }: AskedQuery): SqlFragment | undefined {
    const { terms, texts, suspect } = this.tools;
    const { head, counts } = texts.parseHead(row);
    if (isIndexLive(head) && !head.hasPostings) suspect(head.scope);
    if (this.options.byScan || !isIndexLive(head) || !head.hasPostings) {
      this.reading = { kind: "scan", query };
      return texts.wholeArm(head.scope);
    }
    const frequencies = terms.frequenciesOf(counts, request);
    const plan = planPrepare(query, frequencies, head.activeArtifacts);
    if (plan.weighted.length === 0) return undefined;
    this.reading = { kind: "index", plan, build: head.index.build };
    return texts.rankedArm(head.scope, terms.ranked(experiencesOf(head), plan.weighted, this.options.limit));
  }

  /**
   * Of the best `limit` those that a segment of the query admits, best first.
   *
   * @returns undefined when the index was exchanged meanwhile, so that hits may be missing: recall again by scanning
   */
  hits(rows: readonly CompanionRow[]): readonly ExperienceHit[] | undefined {
    const { reading } = this;
    if (reading.kind === "nothing") return [];
    const { texts } = this.tools;
    if (reading.kind === "scan") return this.scanned(texts.parseArm(rows).hits, reading.query).map(toExperienceHit);
    const { liveBuild, hits } = texts.parseArm(rows, (hit) => admits(reading.plan, hit));
    if (liveBuild !== reading.build) return undefined;
    return hits.toSorted((a, b) => b.score - a.score || b.artifactNo - a.artifactNo).map(toExperienceHit);
  }

  private scanned(all: readonly TextsHit[], query: SegmentedQuery): readonly TextsHit[] {
    const byNumber = new Map(all.map((hit) => [hit.artifactNo, hit]));
    const docs = scanDocs(all.map(({ artifactNo, content }) => ({ doc: artifactNo, text: searchableText(content) })));
    const plan = planPrepare(query, scanFrequencies(docs, frequencyTerms(query)), docs.length);
    return scanFind(docs, plan.weighted, this.options.limit).flatMap((found) => {
      const hit = byNumber.get(found.doc);
      return hit !== undefined && admits(plan, found) ? [hit] : [];
    });
  }
}

function toExperienceHit(hit: TextsHit): ExperienceHit {
  return { artifact: experienceReference(hit), content: hit.content };
}
