import { redact } from "../../kernel/redaction.js";
import type { SourceReference } from "../../kernel/references.js";

/** Sources as a model may see them, numbered 1, 2, 3 … */
export interface RedactedSources {
  readonly texts: readonly { readonly number: number; readonly text: string }[];
  /** By the number that a Source is shown under. */
  readonly references: ReadonlyMap<number, SourceReference>;
  readonly redactions: number;
}

/** Secrets are taken out of the whole of each Source, before anybody cuts it, so that no cut hides one. */
export function redactedSources(
  sources: readonly { readonly type: string; readonly sourceId: string; readonly content: string }[],
): RedactedSources {
  const redacted = sources.map(({ content }) => redact(content));
  return {
    texts: redacted.map(({ text }, index) => ({ number: index + 1, text })),
    references: new Map(sources.map(({ type, sourceId }, index) => [index + 1, { name: type, sourceId }])),
    redactions: redacted.reduce((sum, { count }) => sum + count, 0),
  };
}
