import { INVISIBLE_CHARACTERS } from "../kernel/invisible.js";

/** Control characters but the line feed and the tab; all that the kernel counts as invisible; what turns the direction of writing. */
const UNSAFE = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f${INVISIBLE_CHARACTERS}]|\\p{Surrogate}`, "gu");

/**
 * The text for a person's screen. What could move the cursor, colour, hide or reorder is shown as `\u{…}` instead of being
 * obeyed, because stored text may come from anywhere.
 */
export function terminalText(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same on one line. */
export function terminalLine(text: string): string {
  return terminalText(text)
    .replace(/\s*\n\s*/gu, " ⏎ ")
    .replaceAll("\t", " ");
}
