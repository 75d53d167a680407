import { loadLocomo } from "../retrieval/datasets.js";
import { Api } from "./api.js";
import { rememberRequest, sendAll } from "./load.js";
import { pick, type Random, seeded } from "./random.js";
import { englishSentence, prompt } from "./word-model.js";

export const PROBE_SCOPE = "probe";
const PROBE_ENTRIES = 1_000;

/** The scope whose reads are measured, and what is asked of it. */
export interface Probe {
  /** Distinct: half sentences of the word model, half turns of conversations where that data is at hand. */
  readonly texts: readonly string[];
  /** Prompts of 5 to 60 words, and questions about the conversations, alone and between other words. */
  readonly query: () => string;
}

export async function loadProbe(seed: number): Promise<Probe> {
  const random = seeded(seed);
  const conversations = await loadLocomo("speaker").catch(() => []);
  const turns = conversations.flatMap(({ texts }) => texts);
  const questions = conversations.flatMap(({ questions: asked }) => asked.map(({ text }) => text));
  const texts = new Set(turns.slice(0, PROBE_ENTRIES / 2));
  const made = seeded(31);
  while (texts.size < PROBE_ENTRIES) texts.add(englishSentence(made));
  const forms: readonly ((random: Random) => string)[] =
    questions.length === 0
      ? [prompt]
      : [prompt, prompt, () => pick(random, questions), () => `${prompt(random)} ${pick(random, questions)}`];
  return { texts: [...texts], query: () => pick(random, forms)(random) };
}

/** Writes the probe as clients do, through the API. @throws Error when the scope then holds something else. */
export async function writeProbe(url: string, texts: readonly string[]): Promise<void> {
  await sendAll(
    url,
    16,
    texts.map((text) => rememberRequest(PROBE_SCOPE, text)),
  );
  const api = await Api.open(url);
  const { entries } = (await api.list(PROBE_SCOPE)).answer;
  api.close();
  if (entries.length !== texts.length) throw new Error("the probe scope does not hold what was written");
}
