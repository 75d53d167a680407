import { Inject, Injectable, Optional } from "@nestjs/common";

import { DomainError } from "../kernel/domain-error.js";
import type { ScopeId } from "../kernel/ids.js";
import { redact } from "../kernel/redaction.js";
import { MOST_CANDIDATES, readCandidates } from "./domain/candidate-admission.policy.js";
import type { Candidate, DropReason, ReadSource } from "./domain/candidate.types.js";
import type { SourceWindow } from "./domain/flush-window.policy.js";
import { CandidatePipeline } from "./ports/candidate-pipeline.port.js";
import { RelevantEntries } from "./relevant-entries.js";
import { SourceWindows, type WindowText } from "./source-windows.js";
import { WindowClaims, type WindowClaim } from "./window-claims.js";

/** What a claim outlives its model call by: the searches before it and the unit after it. */
const CLAIM_MARGIN_MS = 15_000;

/** A window on its way through the pipeline. */
export interface WindowTask {
  readonly scopeId: ScopeId;
  readonly claim: WindowClaim;
  readonly window: SourceWindow;
  readonly signal: AbortSignal | undefined;
}

/** What the pipeline made of a window, judged by itself. */
export interface Extraction {
  readonly candidates: readonly Candidate[];
  readonly dropped: readonly DropReason[];
  readonly redactions: number;
}

type Kept = Omit<Extraction, "redactions"> & { readonly redactions: number };

/** Reads a window with the pipeline. May take as long as a model; no unit of work is open meanwhile. */
@Injectable()
export class WindowExtraction {
  constructor(
    private readonly windows: SourceWindows,
    private readonly relevant: RelevantEntries,
    private readonly claims: WindowClaims,
    @Optional() @Inject(CandidatePipeline) private readonly pipeline: CandidatePipeline | undefined,
  ) {}

  /** Milliseconds that a claim must live for one reading. @throws DomainError capability_not_supported */
  get claimMs(): number {
    return this.requirePipeline().timeoutMs + CLAIM_MARGIN_MS;
  }

  /** @throws DomainError capability_not_supported, inference_timeout, inference_unavailable */
  async extract(task: WindowTask): Promise<Extraction> {
    const text = await this.windows.load(task.claim.backlog.scope, task.window);
    const read: Kept[] = [];
    for (const [index, sources] of text.readings.entries()) {
      if (index > 0) await this.claims.hold(task.claim, this.claimMs);
      read.push(await this.readOnce(task, text, sources));
    }
    const candidates = read.flatMap((one) => one.candidates);
    const excess = candidates.slice(MOST_CANDIDATES).map((): DropReason => "excess");
    return {
      candidates: candidates.slice(0, MOST_CANDIDATES),
      dropped: [...read.flatMap((one) => one.dropped), ...excess],
      redactions: read.reduce((sum, one) => sum + one.redactions, text.redactions),
    };
  }

  private async readOnce(task: WindowTask, text: WindowText, sources: readonly ReadSource[]): Promise<Kept> {
    const { scopeId, claim, signal } = task;
    const about = sources.map((source) => source.text).join("\n");
    const relevant = await this.relevant.of({ scopeId, scope: claim.backlog.scope }, about);
    const entries = new Map(relevant.map((entry, index) => [`e${String(index + 1)}`, entry]));
    // A person's own words are stored exactly, and are no more the model's business than a Source's secrets.
    const shown = [...entries].map(([handle, { content }]) => ({
      handle,
      kind: redact(content.kind).text,
      text: redact(content.text).text,
    }));
    const proposed = await this.requirePipeline().read({ sources, entries: shown, signal });
    const numbers = new Set(sources.map(({ number }) => number));
    const references = new Map([...text.references].filter(([number]) => numbers.has(number)));
    const { kept, dropped, redactions } = readCandidates(proposed, { sources: references, entries });
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
