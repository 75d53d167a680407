import { Injectable } from "@nestjs/common";

import type { ScopeKey } from "../kernel/ids.js";
import { redact } from "../kernel/redaction.js";
import type { SourceReference } from "../kernel/references.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { SourceJournal, type SourceWindow, WINDOW_BYTES } from "../source/index.js";
import { fitTexts } from "./domain/evidence-text.policy.js";
import { SOURCE_TYPE } from "./domain/evidence.policy.js";
import type { ShownText } from "./domain/generation.types.js";
import { isTaskOutcome } from "./domain/incubation.policy.js";

/** The task outcomes of a window as a model may see them. */
export interface WindowOutcomes {
  readonly shown: readonly ShownText[];
  /** By the number that a Source is shown under. */
  readonly references: ReadonlyMap<number, SourceReference>;
  readonly redactions: number;
}

/** Loads what tasks have reported in a window of a journal; every other Source of it is none of a model's business. */
@Injectable()
export class TaskOutcomes {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly journal: SourceJournal,
  ) {}

  /** Secrets are taken out of each whole report before it is cut. */
  async load(scope: ScopeKey, window: SourceWindow): Promise<WindowOutcomes> {
    const stored = await this.journal.listAfter(this.unitOfWork.reader, scope, window.after, window.sources);
    const reports = stored.filter(({ type, metadata }) => type === SOURCE_TYPE && isTaskOutcome(metadata));
    const redacted = reports.map(({ content }) => redact(content));
    const texts = fitTexts(
      redacted.map(({ text }) => text),
      WINDOW_BYTES,
    );
    return {
      shown: texts.map((text, index) => ({ number: index + 1, text })),
      references: new Map(reports.map(({ type, sourceId }, index) => [index + 1, { name: type, sourceId }])),
      redactions: redacted.reduce((sum, { count }) => sum + count, 0),
    };
  }
}
