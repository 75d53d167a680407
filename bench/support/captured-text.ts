import { between, seeded } from "./random.js";
import { englishSentence } from "./word-model.js";

export interface CapturedText {
  readonly scopeId: string;
  readonly content: string;
}

/** What a host captures after a turn: one to twelve sentences, into any of so many scopes. */
export function capturedTexts(scopes: number): () => CapturedText {
  const random = seeded(51);
  return () => ({
    scopeId: `captures-${String(between(random, 1, scopes))}`,
    content: Array.from({ length: between(random, 1, 12) }, () => englishSentence(random)).join(" "),
  });
}
