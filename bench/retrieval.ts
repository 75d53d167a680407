import { ADMISSION_THRESHOLD } from "../src/search/domain/admission.policy.js";
import { loadLocomo, loadPassages, type Collection } from "./retrieval/datasets.js";
import { abstention, recallAt } from "./retrieval/measures.js";
import { ScanRetriever } from "./retrieval/scan-retriever.js";

/**
 * Retrieval quality of the full-text search without a model. Recall: the share of a question's evidence among the first ten
 * hits, averaged over questions ("any": of questions with some). Abstention: each question in each other conversation's
 * scope ("empty"), against the evidence of its own that search shows among its first eight and the pack keeps ("kept").
 */
async function main(): Promise<void> {
  const locomo = await loadLocomo("speaker");
  await printRecall("LoCoMo dev, `speaker: text`", locomo);
  await printRecall("LoCoMo dev, text alone", await loadLocomo("plain"));
  await printRecall("CMRC dev", [await loadPassages("cmrc-zh-dev.json")]);
  await printRecall("JSQuAD dev", [await loadPassages("jsquad-ja-dev.json")]);
  await printAbstention("LoCoMo dev", locomo, [0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 1]);
  await printAbstention("LoCoMo dev, amid 100 words of other things", locomo, [ADMISSION_THRESHOLD], buried);
}

async function printRecall(name: string, collections: readonly Collection[]): Promise<void> {
  const { questions, mean, any } = await recallAt(10, new ScanRetriever(), collections);
  print(`${name.padEnd(44)} R@10 ${share(mean)}   any ${share(any)}   ${String(questions)} questions`);
}

async function printAbstention(
  name: string,
  collections: readonly Collection[],
  thresholds: readonly number[],
  alter?: (question: string) => string,
): Promise<void> {
  for (const { threshold, empty, kept } of await abstention(new ScanRetriever(), collections, thresholds, alter)) {
    const mark = threshold === ADMISSION_THRESHOLD ? "  <- chosen" : "";
    print(`${name.padEnd(44)} threshold ${share(threshold)}   empty ${share(empty)}   kept ${share(kept)}${mark}`);
  }
}

/** One run-on sentence of words that no conversation holds, the question in its middle. */
function buried(question: string): string {
  const noise = Array.from({ length: 100 }, (_, index) => `q${letter(index)}${letter(index / 10)}ux`);
  return [...noise.slice(0, 50), question.replace(/[.?!]/gu, ""), ...noise.slice(50)].join(" ");
}

const letter = (index: number): string => "bcdfghjklm"[Math.floor(index) % 10] ?? "";

const share = (value: number): string => value.toFixed(3);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
