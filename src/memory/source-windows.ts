import { Injectable } from "@nestjs/common";

import type { ScopeKey } from "../kernel/ids.js";
import { utf8Length } from "../kernel/unicode.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import {
  partsOf,
  redactedSources,
  SourceJournal,
  WINDOW_BYTES,
  type RedactedSources,
  type SourceWindow,
} from "../source/index.js";
import type { ReadSource } from "./domain/candidate.types.js";

/** A window as a pipeline may see it. */
export interface WindowText extends Omit<RedactedSources, "texts"> {
  /** What is read at once, mostly everything. */
  readonly readings: readonly (readonly ReadSource[])[];
}

/** Loads a window of a journal for the pipeline. */
@Injectable()
export class SourceWindows {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly journal: SourceJournal,
  ) {}

  async load(scope: ScopeKey, window: SourceWindow): Promise<WindowText> {
    const stored = await this.journal.listAfter(this.unitOfWork.reader, scope, window.after, window.sources);
    const { texts, references, redactions } = redactedSources(stored);
    return { references, readings: readingsOf(texts), redactions };
  }
}

function readingsOf(texts: RedactedSources["texts"]): readonly (readonly ReadSource[])[] {
  const [first] = texts;
  if (texts.length > 1 || first === undefined || utf8Length(first.text) <= WINDOW_BYTES) {
    return [texts.map((text) => ({ ...text, part: undefined }))];
  }
  const parts = partsOf(first.text, WINDOW_BYTES);
  return parts.map((text, index) => [{ number: first.number, text, part: { number: index + 1, of: parts.length } }]);
}
