import type { Collection } from "./datasets.js";
import type { Retriever, TunableRetriever } from "./retriever.js";

export interface Recall {
  readonly questions: number;
  /** The share of a question's evidence among the first hits, averaged over questions. */
  readonly mean: number;
  /** The share of questions with any evidence among the first hits. */
  readonly any: number;
}

export async function recallAt(
  limit: number,
  retriever: Retriever,
  collections: readonly Collection[],
): Promise<Recall> {
  let questions = 0;
  let shares = 0;
  let any = 0;
  for (const { name, texts, questions: asked } of collections) {
    await retriever.index(name, texts);
    for (const { text, evidence } of asked) {
      const hits = new Set(await retriever.search(name, text, limit));
      const found = evidence.filter((doc) => hits.has(doc)).length;
      questions++;
      shares += found / evidence.length;
      any += found > 0 ? 1 : 0;
    }
  }
  return { questions, mean: shares / questions, any: any / questions };
}

export interface Abstention {
  readonly threshold: number;
  /** The share of questions of other collections that get an empty pack: higher is better. */
  readonly empty: number;
  /** Of the evidence that search has among its first 8, the share the pack has: higher is better. */
  readonly kept: number;
}

const SEARCHED_FIRST = 8;

/** Every question is asked in every collection. `alter` may change it first, for example bury it in a longer prompt. */
export async function abstention(
  retriever: TunableRetriever,
  collections: readonly Collection[],
  thresholds: readonly number[],
  alter: (question: string) => string = (question) => question,
): Promise<readonly Abstention[]> {
  for (const { name, texts } of collections) await retriever.index(name, texts);
  const counts = thresholds.map(() => ({ foreign: 0, empty: 0, evidence: 0, kept: 0 }));
  for (const asked of collections) {
    for (const { text, evidence } of asked.questions) {
      for (const { name } of collections) {
        const packs = retriever.prepareAt(name, alter(text), thresholds);
        const isOwn = name === asked.name;
        const found = isOwn ? await retriever.search(name, text, SEARCHED_FIRST) : [];
        const shown = evidence.filter((doc) => found.includes(doc));
        counts.forEach((count, index) => {
          const pack = packs[index] ?? [];
          count.foreign += isOwn ? 0 : 1;
          count.empty += !isOwn && pack.length === 0 ? 1 : 0;
          count.evidence += shown.length;
          count.kept += shown.filter((doc) => pack.includes(doc)).length;
        });
      }
    }
  }
  return counts.map(({ foreign, empty, evidence, kept }, index) => {
    return { threshold: thresholds[index] ?? 0, empty: empty / foreign, kept: kept / evidence };
  });
}
