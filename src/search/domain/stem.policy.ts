import { stemEnglish } from "./english-stem.policy.js";
import { stemRussian } from "./russian-stem.policy.js";
import { stemArabic } from "./semitic-affix.policy.js";

/** The form in which the forms of a word (folded) are one term; each alphabet has its rules, an unknown one none. */
export function stem(word: string): string {
  const first = word.charCodeAt(0);
  if (first < 0x0400) return stemEnglish(word);
  if (first < 0x0530) return stemRussian(word);
  return first >= 0x0600 && first < 0x0700 ? stemArabic(word) : word;
}
