import { utf8Length } from "../../src/kernel/unicode.js";
import { between, pick, seeded, skewed, type Random } from "./random.js";

/** English sentences of about 108 bytes, as an agent writes them down. The same for the same seed. */
export function englishSentence(random: Random): string {
  const words: string[] = [];
  let bytes = 0;
  const goal = between(random, 84, 128);
  while (bytes < goal) {
    const word = englishWord(random);
    words.push(word);
    bytes += word.length + 1;
  }
  return `${capital(words.join(" "))}.`;
}

/** So many distinct English sentences. */
export function sentencePool(size: number, seed: number): readonly string[] {
  const random = seeded(seed);
  const texts = new Set<string>();
  while (texts.size < size) texts.add(englishSentence(random));
  return [...texts];
}

/** Chinese sentences of about 91 bytes: thirty characters and a full stop. */
export function chineseSentence(random: Random): string {
  let text = "";
  const goal = between(random, 74, 102);
  while (utf8Length(text) < goal) text += random() < 0.3 ? skewed(random, PARTICLES, 3) : skewed(random, HAN_WORDS, 20);
  return `${text}。`;
}

/** What a person types to an agent: 5 to 60 words, in sentences, a question or a task. */
export function prompt(random: Random): string {
  const goal = between(random, 5, 60);
  const sentences: string[] = [];
  for (let words = 0; words < goal;) {
    const length = Math.min(goal - words, between(random, 5, 16));
    sentences.push(capital(Array.from({ length }, () => englishWord(random)).join(" ")));
    words += length;
  }
  return `${sentences.join(". ")}?`;
}

function englishWord(random: Random): string {
  const kind = random();
  if (kind < 0.42) return skewed(random, LITTLE_WORDS, 3);
  if (kind < 0.98) return skewed(random, WORDS, 20);
  return codeToken(random);
}

function codeToken(random: Random): string {
  const [first, second] = [pick(random, WORDS), pick(random, WORDS)];
  const forms = [
    `${first}${capital(second)}`,
    `${first}_${second}`,
    `src/${first}/${second}.ts`,
    `${first}-v1.${String(second.length)}`,
  ];
  return pick(random, forms);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const ONSETS = [
  "b",
  "c",
  "d",
  "f",
  "g",
  "l",
  "m",
  "n",
  "p",
  "r",
  "s",
  "t",
  "v",
  "br",
  "cl",
  "gr",
  "pl",
  "st",
  "tr",
  "ch",
];
const VOWELS = ["a", "e", "i", "o", "u", "ai", "ea", "ou"];
const CODAS = ["", "n", "r", "t", "l", "s", "ng", "nt", "ck"];

const LITTLE_WORDS = (
  "the of and to in a is that for it was on with as be by at this from or an are not but have had they which you were " +
  "all their there we her has been one will would if so when what can do who about into than them some then could our"
).split(" ");

/** Made of syllables, so that no word list is needed; lengths as in English prose. */
const WORDS = made(seeded(11), 6_000, (random) => {
  const syllables = between(random, 1, 4);
  return (
    Array.from({ length: syllables }, () => pick(random, ONSETS) + pick(random, VOWELS)).join("") + pick(random, CODAS)
  );
});

const HAN_WORDS = made(seeded(13), 4_000, (random) => {
  const characters = random() < 0.8 ? 2 : 3;
  return Array.from({ length: characters }, () =>
    String.fromCodePoint(0x4e00 + Math.floor(2_500 * random() ** 2) * 7),
  ).join("");
});

const PARTICLES = "的 了 在 是 和 有 不 也 就 都 把 被 对 从 到 与 而 中 上 下".split(" ");

function made(random: Random, count: number, make: (random: Random) => string): readonly string[] {
  const words = new Set<string>();
  while (words.size < count) words.add(make(random));
  return [...words];
}
