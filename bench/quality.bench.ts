import { ADMISSION_THRESHOLD } from "../src/search/domain/admission.policy.js";
import { loadLocomo, loadPassages, type Collection } from "./retrieval/datasets.js";
import { abstention, recallAt } from "./retrieval/measures.js";
import { ScanRetriever } from "./retrieval/scan-retriever.js";
import type { Section } from "./support/bench.js";
import { HttpRetriever } from "./support/http-retriever.js";
import { atLeast, type Row } from "./support/row.js";

const THRESHOLDS = [0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 1];
const EMPTY = 0.72;
const KEPT = 0.8;
const SEARCHED_FIRST = 8;

/** Retrieval without a model, through the public operations; the curve over the threshold through the policies alone. */
export const quality: Section = {
  name: "quality",
  title: "Retrieval and abstention",
  async run(bench) {
    const locomo = await loadLocomo("speaker").catch(() => undefined);
    if (locomo === undefined) return [{ name: "no data at hand, see bench/README.md", value: 0, unit: "questions" }];
    const cmrc = await loadPassages("cmrc-zh-dev.json");
    const jsquad = await loadPassages("jsquad-ja-dev.json");
    const dataDir = await bench.dataDir("quality");
    const overHttp = await bench.withServer("retrieval", dataDir, async ({ url }) => {
      const retriever = await HttpRetriever.open(url);
      await retriever.indexAll([...locomo, cmrc, jsquad]);
      const rows = [
        await recallRow("LoCoMo dev turns", retriever, locomo, 0.62),
        await recallRow("CMRC dev", retriever, [cmrc], 0.99),
        await recallRow("JSQuAD dev", retriever, [jsquad], 0.97),
        ...(await abstentionRows(retriever, locomo)),
      ];
      retriever.close();
      return rows;
    });
    return [...overHttp, ...(await curve(locomo))];
  },
};

async function recallRow(
  name: string,
  retriever: HttpRetriever,
  collections: readonly Collection[],
  target: number,
): Promise<Row> {
  const { questions, mean } = await recallAt(10, retriever, collections);
  return { name: `${name}, ${String(questions)} questions`, value: mean, unit: "R@10", target: atLeast(target) };
}

async function abstentionRows(retriever: HttpRetriever, collections: readonly Collection[]): Promise<readonly Row[]> {
  const count = { foreign: 0, empty: 0, evidence: 0, kept: 0 };
  for (const asked of collections) {
    for (const { text, evidence } of asked.questions) {
      for (const { name } of collections.filter((other) => other !== asked)) {
        count.foreign++;
        if ((await retriever.prepare(name, text)).length === 0) count.empty++;
      }
      const found = new Set(await retriever.search(asked.name, text, SEARCHED_FIRST));
      const pack = new Set(await retriever.prepare(asked.name, text));
      const shown = evidence.filter((doc) => found.has(doc));
      count.evidence += shown.length;
      count.kept += shown.filter((doc) => pack.has(doc)).length;
    }
  }
  return [
    {
      name: "LoCoMo dev, asked in another's scope: empty",
      value: count.empty / count.foreign,
      unit: "of packs",
      target: atLeast(EMPTY),
    },
    {
      name: "LoCoMo dev, of the evidence in search's first 8: kept",
      value: count.kept / count.evidence,
      unit: "of turns",
      target: atLeast(KEPT),
    },
  ];
}

async function curve(collections: readonly Collection[]): Promise<readonly Row[]> {
  const points = await abstention(new ScanRetriever(), collections, THRESHOLDS);
  return points.flatMap(({ threshold, empty, kept }) => {
    const at = `threshold ${threshold.toFixed(2)}${threshold === ADMISSION_THRESHOLD ? ", the product's" : ""}`;
    return [
      { name: `${at}: empty`, value: empty, unit: "of packs" },
      { name: `${at}: kept`, value: kept, unit: "of turns" },
    ];
  });
}
