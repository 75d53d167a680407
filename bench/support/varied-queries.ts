import { between, pick, type Random, seeded } from "./random.js";
import { chineseSentence, englishSentence, prompt } from "./word-model.js";

/** Of every length, script and form that decides how many terms are looked up, the same for the same seed. */
export function variedQueries(probe: () => string): () => string {
  const random = seeded(71);
  return () => pick(random, FORMS)(random, probe);
}

type Form = (random: Random, probe: () => string) => string;

const joined = (random: Random, most: number, part: () => string): string =>
  Array.from({ length: between(random, 1, most) }, part).join(" ");

const FORMS: readonly Form[] = [
  (_, probe) => probe(),
  (random, probe) => joined(random, 30, probe),
  (random) => joined(random, 3, () => pick(random, englishSentence(random).split(" "))),
  (random) => pick(random, englishSentence(random).split(" ")).slice(0, between(random, 1, 5)),
  (random) => chineseSentence(random).slice(0, between(random, 1, 30)),
  (random) => joined(random, 40, () => chineseSentence(random)),
  (random) => joined(random, 4, () => `${chineseSentence(random)} ${prompt(random)}`),
  (random) => joined(random, 60, () => englishSentence(random)),
  (random) => joined(random, 3, () => `${String(between(random, 1, 99_999))}-${pick(random, ["v", "id", "x"])}`),
  (random) => pick(random, ["?", "the of and", "…", "не нашёл", "どこで", "서버 주소가", "café", "getUserById()"]),
];
