import type { MemoryEntry } from "../client/index.js";
import type { Paint } from "./output.js";
import { terminalLine, terminalText } from "./terminal-text.js";

/** An entry as a person reads it: its text, and one line about it. */
export function entryLines({ text, kind, version, state, citation }: MemoryEntry, paint: Paint): readonly string[] {
  const about = [terminalLine(kind), `version ${version}`, citation.entry_id];
  const gone = state === "inactive" ? [paint("yellow", "retired")] : [];
  return [...indented(text), `  ${gone.map((word) => `${word} `).join("")}${paint("dim", about.join(" · "))}`];
}

/** A stored text on lines of its own. */
export function indented(text: string, first = "", rest = first): readonly string[] {
  return terminalText(text)
    .split("\n")
    .map((line, index) => (index === 0 ? first : rest) + line);
}
