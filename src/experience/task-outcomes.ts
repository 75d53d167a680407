import { Injectable } from "@nestjs/common";

import type { ScopeKey } from "../kernel/ids.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import {
  redactedSources,
  SourceJournal,
  WINDOW_BYTES,
  type RedactedSources,
  type SourceWindow,
} from "../source/index.js";
import { fitTexts } from "./domain/evidence-text.policy.js";
import { SOURCE_TYPE } from "./domain/evidence.policy.js";
import type { ShownText } from "./domain/generation.types.js";
import { isTaskOutcome } from "./domain/incubation.policy.js";

/** The task outcomes of a window as a model may see them. */
export interface WindowOutcomes extends Omit<RedactedSources, "texts"> {
  readonly shown: readonly ShownText[];
}

/** Loads what tasks have reported in a window of a journal; every other Source of it is none of a model's business. */
@Injectable()
export class TaskOutcomes {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly journal: SourceJournal,
  ) {}

  async load(scope: ScopeKey, window: SourceWindow): Promise<WindowOutcomes> {
    const stored = await this.journal.listAfter(this.unitOfWork.reader, scope, window.after, window.sources);
    const reports = stored.filter(({ type, metadata }) => type === SOURCE_TYPE && isTaskOutcome(metadata));
    const { texts, references, redactions } = redactedSources(reports);
    const fitting = fitTexts(
      texts.map(({ text }) => text),
      WINDOW_BYTES,
    );
    return { shown: fitting.map((text, index) => ({ number: index + 1, text })), references, redactions };
  }
}
