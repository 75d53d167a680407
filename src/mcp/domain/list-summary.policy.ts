import { utf8Length, utf8Prefix } from "../../kernel/unicode.js";
import { visibleJson } from "../../kernel/visible-json.js";

/** What of a list answer the summary shows, in the words of the wire. */
export interface ListedEntries {
  readonly memory: { readonly revision: number } | null;
  readonly entries: readonly ListedEntry[];
}

interface ListedEntry {
  readonly citation: { readonly entry_id: string; readonly entry_version_id: string };
  readonly kind: string;
  readonly state: string;
  readonly text: string;
}

/** Bytes of UTF-8; what a host puts into a context window when it shows the text of an answer. */
export const SUMMARY_BYTES = 8_192;
const ENTRY_TEXT_BYTES = 160;
/** Room for the last line, which says how many are missing. */
const LAST_LINE_BYTES = 192;

/**
 * How many entries there are and the first of them, each in one line with its citation and the beginning of its text, in at
 * most 8 KiB. Texts are quoted and their invisible characters escaped, so that none of them can look like a line of ours.
 */
export function listSummary({ memory, entries }: ListedEntries): string {
  if (memory === null) return "The scope has no Memory: nothing has been remembered in it.";
  const revision = String(memory.revision);
  const first =
    `${count(entries.length)} at Revision ${revision}. structuredContent has them whole. ` +
    `To cite one: memory_ref {"family":"memory","artifact_id":"memory","revision":${revision}} with its entry_id and entry_version_id.`;
  const lines = [first];
  let left = SUMMARY_BYTES - LAST_LINE_BYTES - utf8Length(first);
  for (const entry of entries) {
    const line = lineOf(entry);
    left -= utf8Length(line) + 1;
    if (left < 0) break;
    lines.push(line);
  }
  const missing = entries.length - (lines.length - 1);
  if (missing > 0) lines.push(`${count(missing)} more are not shown here. search_memory finds those about a subject.`);
  return lines.join("\n");
}

function lineOf({ citation, kind, state, text }: ListedEntry): string {
  const shown = utf8Prefix(text, ENTRY_TEXT_BYTES);
  const words = [citation.entry_id, citation.entry_version_id, state, visibleJson(utf8Prefix(kind, ENTRY_TEXT_BYTES))];
  return `- ${words.join(" ")} ${visibleJson(shown)}${shown === text ? "" : " …"}`;
}

const count = (entries: number): string => (entries === 1 ? "1 entry" : `${String(entries)} entries`);
