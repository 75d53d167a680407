import { Injectable } from "@nestjs/common";

import type { ScopeKey } from "../kernel/ids.js";
import { redact } from "../kernel/redaction.js";
import type { SourceReference } from "../kernel/references.js";
import { utf8Length } from "../kernel/unicode.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { partsOf, SourceJournal, WINDOW_BYTES, type SourceWindow } from "../source/index.js";
import type { ReadSource } from "./domain/candidate.types.js";

/** A window as a pipeline may see it. */
export interface WindowText {
  /** By the number that the Source is shown under. */
  readonly references: ReadonlyMap<number, SourceReference>;
  /** What is read at once, mostly everything. */
  readonly readings: readonly (readonly ReadSource[])[];
  readonly redactions: number;
}

/** Loads a window of a journal for the pipeline. */
@Injectable()
export class SourceWindows {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly journal: SourceJournal,
  ) {}

  /** Secrets are taken out of the whole of a Source before it is cut, so that no cut hides one. */
  async load(scope: ScopeKey, window: SourceWindow): Promise<WindowText> {
    const stored = await this.journal.listAfter(this.unitOfWork.reader, scope, window.after, window.sources);
    const redacted = stored.map(({ content }) => redact(content));
    const texts = redacted.map(({ text }, index) => ({ number: index + 1, text }));
    return {
      references: new Map(stored.map(({ type, sourceId }, index) => [index + 1, { name: type, sourceId }])),
      readings: readingsOf(texts),
      redactions: redacted.reduce((sum, { count }) => sum + count, 0),
    };
  }
}

function readingsOf(
  texts: readonly { readonly number: number; readonly text: string }[],
): readonly (readonly ReadSource[])[] {
  const [first] = texts;
  if (texts.length > 1 || first === undefined || utf8Length(first.text) <= WINDOW_BYTES) {
    return [texts.map((text) => ({ ...text, part: undefined }))];
  }
  const parts = partsOf(first.text, WINDOW_BYTES);
  return parts.map((text, index) => [{ number: first.number, text, part: { number: index + 1, of: parts.length } }]);
}
