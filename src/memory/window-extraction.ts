import { Inject, Injectable, Optional } from "@nestjs/common";

import { DomainError } from "../kernel/domain-error.js";
import { redact } from "../kernel/redaction.js";
import { informativeWords } from "../search/index.js";
import type { WindowTask } from "../source/index.js";
import { MOST_CANDIDATES_IN_WINDOW, readCandidates } from "./domain/candidate-admission.policy.js";
import type { Candidate, DropReason, ReadEntry, ReadSource } from "./domain/candidate.types.js";
import type { StoredEntry } from "./domain/stored-entry.js";
import { CandidatePipeline } from "./ports/candidate-pipeline.port.js";
import { RelevantEntries } from "./relevant-entries.js";
import { SourceWindows, type WindowText } from "./source-windows.js";

/** What the pipeline made of a window, judged by itself. */
export interface Extraction {
  readonly candidates: readonly Candidate[];
  readonly dropped: readonly DropReason[];
  readonly redactions: number;
}

/** Reads a window with the pipeline. May take as long as a model; no unit of work is open meanwhile. */
@Injectable()
export class WindowExtraction {
  constructor(
    private readonly windows: SourceWindows,
    private readonly relevant: RelevantEntries,
    @Optional() @Inject(CandidatePipeline) private readonly pipeline: CandidatePipeline | undefined,
  ) {}

  /** Milliseconds after which a reading has ended, whatever happened. @throws DomainError capability_not_supported */
  get generationMs(): number {
    return this.requirePipeline().timeoutMs;
  }

  /** @throws DomainError capability_not_supported, inference_timeout, inference_unavailable */
  async extract(task: WindowTask): Promise<Extraction> {
    const text = await this.windows.load(task.claim.backlog.scope, task.window);
    const read: Extraction[] = [];
    for (const sources of text.readings) read.push(await this.readOnce(task, text, sources));
    const candidates = read.flatMap((one) => one.candidates);
    const excess = candidates.slice(MOST_CANDIDATES_IN_WINDOW).map((): DropReason => "excess");
    return {
      candidates: candidates.slice(0, MOST_CANDIDATES_IN_WINDOW),
      dropped: [...read.flatMap((one) => one.dropped), ...excess],
      redactions: read.reduce((sum, one) => sum + one.redactions, text.redactions),
    };
  }

  private async readOnce(task: WindowTask, text: WindowText, sources: readonly ReadSource[]): Promise<Extraction> {
    const { scopeId, claim, signal } = task;
    const about = sources.map((source) => source.text).join("\n");
    const relevant = await this.relevant.of({ scopeId, scope: claim.backlog.scope }, about);
    const entries = new Map(relevant.map((entry, index) => [`e${String(index + 1)}`, entry]));
    // A person's own words are stored exactly, and are no more the model's business than a Source's secrets.
    const views = [...entries].map(([handle, entry]) => viewOf(handle, entry));
    const proposed = await this.requirePipeline().read({ sources, entries: views.map(({ shown }) => shown), signal });
    const numbers = new Set(sources.map(({ number }) => number));
    const references = new Map([...text.references].filter(([number]) => numbers.has(number)));
    const { kept, dropped, redactions } = readCandidates(proposed, {
      sources: references,
      entries,
      redacted: new Set(views.filter(({ isRedacted }) => isRedacted).map(({ shown }) => shown.handle)),
      wordsIn: informativeWords,
    });
    return { candidates: kept, dropped, redactions };
  }

  private requirePipeline(): CandidatePipeline {
    if (this.pipeline) return this.pipeline;
    throw new DomainError(
      "capability_not_supported",
      "This server has no generation model, so it cannot extract Memory from Sources. They stay pending.",
      { capability: "extract" },
    );
  }
}

function viewOf(handle: string, { content }: StoredEntry): { readonly shown: ReadEntry; readonly isRedacted: boolean } {
  const kind = redact(content.kind);
  const text = redact(content.text);
  return { shown: { handle, kind: kind.text, text: text.text }, isRedacted: kind.count + text.count > 0 };
}
