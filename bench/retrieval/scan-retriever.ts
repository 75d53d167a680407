import { ADMISSION_THRESHOLD, admits, planPrepare } from "../../src/search/domain/admission.policy.js";
import { planSearch } from "../../src/search/domain/query-plan.policy.js";
import { scanDocs, scanFind, scanFrequencies, type ScannedDoc } from "../../src/search/domain/scan-index.policy.js";
import { frequencyTerms, segmentQuery } from "../../src/search/domain/segments.policy.js";
import { PACK_MEMORIES, PREPARE_CANDIDATES, type TunableRetriever } from "./retriever.js";

/** The search policies over texts in memory, without a database. */
export class ScanRetriever implements TunableRetriever {
  private readonly scopes = new Map<string, readonly ScannedDoc[]>();

  index(scope: string, texts: readonly string[]): Promise<void> {
    this.scopes.set(scope, scanDocs(texts.map((text, doc) => ({ doc, text }))));
    return Promise.resolve();
  }

  search(scope: string, text: string, limit: number): Promise<readonly number[]> {
    const docs = this.docsOf(scope);
    const query = segmentQuery(text);
    const weighted = planSearch(query, scanFrequencies(docs, frequencyTerms(query)), docs.length);
    return Promise.resolve(scanFind(docs, weighted, limit).map(({ doc }) => doc));
  }

  prepare(scope: string, text: string): Promise<readonly number[]> {
    const [pack = []] = this.prepareAt(scope, text, [ADMISSION_THRESHOLD]);
    return Promise.resolve(pack);
  }

  prepareAt(scope: string, text: string, thresholds: readonly number[]): readonly (readonly number[])[] {
    const docs = this.docsOf(scope);
    const query = segmentQuery(text);
    const plan = planPrepare(query, scanFrequencies(docs, frequencyTerms(query)), docs.length);
    const hits = scanFind(docs, plan.weighted, PREPARE_CANDIDATES);
    return thresholds.map((threshold) => {
      const admitted = hits.filter((hit) => admits(plan, hit, threshold));
      return admitted.slice(0, PACK_MEMORIES).map(({ doc }) => doc);
    });
  }

  private docsOf(scope: string): readonly ScannedDoc[] {
    return this.scopes.get(scope) ?? [];
  }
}
