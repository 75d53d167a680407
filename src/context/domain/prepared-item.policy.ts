import type { ArtifactReference } from "../../kernel/references.js";
import { utf8Length, utf8Prefix } from "../../kernel/unicode.js";
import { visibleJson } from "../../kernel/visible-json.js";
import type { ExperienceCandidate, MemoryCandidate } from "./context.types.js";

/** UTF-8 bytes of one item's content before escaping, its ellipsis included. */
const MAX_CONTENT_BYTES = 2000;
const MIN_TRUNCATED_BYTES = 64;
const ELLIPSIS = "…";

/** One candidate on its way into a pack: the text to show and how it looks around that text. */
export interface PreparedItem {
  readonly text: string;
  readonly render: (content: string, truncated: boolean) => string;
}

export function memoryItem(memory: MemoryCandidate): PreparedItem {
  const citation = {
    memory_ref: toReference(memory.memoryRef),
    entry_id: memory.entryId,
    entry_version_id: memory.entryVersionId,
  };
  return { text: memory.text, render: (content, truncated) => visibleJson({ citation, content, truncated }) };
}

export function experienceItem(experience: ExperienceCandidate): PreparedItem {
  const citation = { artifact_ref: toReference(experience.artifactRef) };
  const text = [
    `Situation: ${experience.situation}`,
    `Action: ${experience.action}`,
    `Outcome: ${experience.outcome}`,
    `Lesson: ${experience.lesson}`,
  ].join("\n");
  return {
    text,
    render: (content, truncated) => visibleJson({ citation, content, truncated, kind: "experience" }),
  };
}

/**
 * The item as JSON of at most `room` UTF-8 bytes: whole when that fits, else cut between code points as late as both
 * limits allow (RFC 0028 "Truncation rules"). Undefined when less than 64 bytes of its content would be left.
 */
export function fitItem(item: PreparedItem, room: number): string | undefined {
  if (utf8Length(item.text) <= MAX_CONTENT_BYTES) {
    const whole = item.render(item.text, false);
    if (utf8Length(whole) <= room) return whole;
  }
  // Escaping never shortens: without room for 64 plain bytes there is nothing to search for.
  if (utf8Length(item.render("", true)) + MIN_TRUNCATED_BYTES > room) return undefined;
  const content = truncate(item, room);
  return utf8Length(content) < MIN_TRUNCATED_BYTES ? undefined : item.render(content, true);
}

function truncate(item: PreparedItem, room: number): string {
  const longest = utf8Prefix(item.text, MAX_CONTENT_BYTES - utf8Length(ELLIPSIS));
  const fits = (prefix: string): boolean => utf8Length(item.render(prefix + ELLIPSIS, true)) <= room;
  return (fits(longest) ? longest : longestFittingPrefix(longest, fits)) + ELLIPSIS;
}

/** Every code point makes the rendered item longer, so halving finds the last cut that fits. */
function longestFittingPrefix(text: string, fits: (prefix: string) => boolean): string {
  let fitting = 0;
  let tooLong = text.length;
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(wholePoints(text, middle))) fitting = middle;
    else tooLong = middle;
  }
  return wholePoints(text, fitting);
}

/** The first `end` UTF-16 units, without the half of a pair that `end` would split. */
function wholePoints(text: string, end: number): string {
  const splitsPair = end > 0 && (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return text.slice(0, splitsPair ? end - 1 : end);
}

function toReference(reference: ArtifactReference): object {
  return { family: reference.family, artifact_id: reference.artifactId, revision: reference.revision };
}
