import { INVISIBLE_CHARACTERS } from "./invisible.js";

const INVISIBLE = new RegExp(`[${INVISIBLE_CHARACTERS}]`, "gu");

/**
 * Compact JSON in which no character is invisible: what a reader sees is what a model gets, and parsing it still gives
 * the exact value back. All other non-ASCII text stays as it is. The result is well-formed Unicode for any input.
 */
export function visibleJson(value: object | string): string {
  return JSON.stringify(value).replace(INVISIBLE, escapeUnits);
}

function escapeUnits(character: string): string {
  let escaped = "";
  for (let index = 0; index < character.length; index++) {
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }
  return escaped;
}
