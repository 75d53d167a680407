import { Inject, Injectable } from "@nestjs/common";

import type { ScopeKey } from "../kernel/ids.js";
import { Job } from "../kernel/job.port.js";
import { NO_TRACER, Tracer } from "../kernel/tracer.port.js";
import { UnitOfWork, type DbSession, type Tx } from "../kernel/unit-of-work.port.js";
import { VectorSpace } from "../search/index.js";
import { fillRestMs } from "./domain/vector-fill.policy.js";
import { MemoryEntries } from "./ports/memory-entries.port.js";
import { MemoryHeads } from "./ports/memory-heads.port.js";
import { MemoryVectors, type VectorlessEntry } from "./ports/memory-vectors.port.js";

const PAGE_ENTRIES = 100;
const PENDING_SCOPES = 100;
/** So many scopes in a row that fail are not each their own trouble: the model is down. */
const FAILURES_OF_A_DEAD_MODEL = 3;
/** Longer than a unit that is about to begin. */
const SOON_MS = 1_000;
/** What a model that has not answered yet is asked for, and how long it may take. */
const PROOF_TEXT = "ready";
const PROOF_MS = 5_000;
/** No metric needs to know of more. */
const MOST_COUNTED = 10_000;
/** Whoever wakes it does not wait for it. */
const FILL = { name: "vector fill", partOf: "nothing" } as const;

/**
 * Makes the vectors that were not written with their entries: the model was down, another server has none, the space is new.
 * Scope by scope in pages: texts are embedded outside any unit, then written under the head lock where they are still current.
 * Several processes may do the same scope; the work is done twice and the outcome is the same. A model that has not answered
 * in this process is asked again and again, so that vectors are offered without a restart once it does.
 */
@Injectable()
export class VectorFillJob extends Job {
  @Inject(Tracer)
  private readonly tracer: Tracer = NO_TRACER;
  private working: Promise<void> | undefined;
  private isWanted = false;
  private looksAgain = false;
  private isModelDown = false;
  private rest: NodeJS.Timeout | undefined;
  private failedRuns = 0;
  /** Where the last run gave up: Memories whose texts are always refused must not keep those behind them waiting. */
  private gaveUpAt = 0;
  private ending = new AbortController();
  private stopped = true;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly heads: MemoryHeads,
    private readonly entries: MemoryEntries,
    private readonly vectors: MemoryVectors,
    private readonly space: VectorSpace,
  ) {
    super();
  }

  start(): void {
    this.stopped = false;
    this.ending = new AbortController();
    this.wake();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.rest);
    this.rest = undefined;
    this.ending.abort();
    await this.working;
  }

  /** Some scope may lack vectors. Does nothing while the model is given time to recover. */
  wake(): void {
    if (this.stopped || this.rest !== undefined || !this.space.isUsable) return;
    this.isWanted = true;
    this.working ??= this.tracer
      .trace(FILL, () => this.runWhileWanted())
      .finally(() => {
        this.working = undefined;
        if (this.looksAgain) this.restFor(SOON_MS);
        this.looksAgain = false;
      });
  }

  /** A reader met an entry without its vector in a Memory whose head knows of none. */
  suspect(scope: ScopeKey): void {
    if (this.stopped) return;
    void this.expect(scope).then(
      () => {
        this.wake();
      },
      () => undefined,
    );
  }

  /** Some entry is being written without its vector: look once it is there. The fill may wait longer for the model. */
  lookSoon(): void {
    if (this.working === undefined) this.restFor(SOON_MS);
    else this.looksAgain = true;
  }

  /** For a query or a write. What the fill itself fails at may be the fault of a text. */
  modelFailed(): void {
    this.isModelDown = true;
  }

  /** For a query or a write: once others had failed, the fill need not wait any longer for the model to recover. */
  modelAnswered(): void {
    // A run under way may yet fail of what is over now: then the next answer cuts its rest short.
    if (!this.isModelDown || this.working !== undefined) return;
    this.isModelDown = false;
    if (this.rest === undefined) return;
    clearTimeout(this.rest);
    this.rest = undefined;
    this.failedRuns = 0;
    this.wake();
  }

  /** Memories that lack vectors for some entries, counted among the first ten thousand that may. */
  countIncomplete(): Promise<number> {
    return this.heads.countVectorsPending(this.unitOfWork.reader, MOST_COUNTED);
  }

  private restFor(milliseconds: number): void {
    if (this.stopped || this.rest !== undefined) return;
    this.rest = setTimeout(() => {
      this.rest = undefined;
      this.wake();
    }, milliseconds);
  }

  private async runWhileWanted(): Promise<void> {
    while (this.isWanted && !this.stopped) {
      this.isWanted = false;
      const isDone = await this.run().catch(() => false);
      if (isDone) this.failedRuns = 0;
      else {
        this.isWanted = false;
        this.failedRuns += 1;
        this.restFor(fillRestMs(this.failedRuns, this.space.isOffered));
      }
    }
  }

  /** Visits every pending scope once, or those behind the last one of a run that gave up. @returns whether all of them could be filled. */
  private async run(): Promise<boolean> {
    if (!this.space.isOffered) await this.prove();
    const begin = this.gaveUpAt;
    this.gaveUpAt = 0;
    const tally = { failures: 0, inARow: 0 };
    for (let after = begin; ;) {
      const scopes = await this.heads.withVectorsPending(this.unitOfWork.reader, after, PENDING_SCOPES);
      if (scopes.length === 0) break;
      if (!(await this.space.isCurrent(this.unitOfWork.reader))) return true;
      for (const scope of scopes) {
        if (this.stopped) return true;
        await this.tryToFill(scope, tally);
        after = scope;
        if (tally.inARow < FAILURES_OF_A_DEAD_MODEL) continue;
        this.gaveUpAt = scope;
        return false;
      }
    }
    // Then those before it, which the last run has seen.
    if (begin > 0) this.isWanted = true;
    return tally.failures === 0;
  }

  private async tryToFill(scope: ScopeKey, tally: { failures: number; inARow: number }): Promise<void> {
    const isFilled = await this.fill(scope).catch(() => false);
    tally.failures += isFilled ? 0 : 1;
    tally.inARow = isFilled ? 0 : tally.inARow + 1;
  }

  /** @throws DomainError while the model does not answer */
  private async prove(): Promise<void> {
    this.isModelDown = true;
    await this.space.embed([PROOF_TEXT], { purpose: "probe", deadlineMs: PROOF_MS, signal: this.ending.signal });
    this.isModelDown = false;
  }

  /** @returns whether the Memory lacks nothing now, or others must see to it. */
  private async fill(scope: ScopeKey): Promise<boolean> {
    for (let after = 0; !this.stopped;) {
      const page = await this.lacking(this.unitOfWork.reader, scope, { after, limit: PAGE_ENTRIES });
      const last = page.entries.at(-1);
      if (last === undefined) break;
      const texts = page.entries.map(({ text }) => text);
      const made = await this.space.embed(texts, { purpose: "entry", signal: this.ending.signal });
      await this.write(scope, page, made);
      after = last.entry;
    }
    return this.stopped || (await this.unitOfWork.run((tx) => this.settle(tx, scope)));
  }

  private async lacking(session: DbSession, scope: ScopeKey, { after, limit }: PageOf): Promise<Page> {
    const missing = this.space.missing(this.vectors.documents(scope, after), limit);
    return missing === undefined ? NO_PAGE : this.vectors.vectorless(session, scope, missing);
  }

  private async write(scope: ScopeKey, page: Page, made: readonly Float32Array[]): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      await this.heads.lock(tx, scope);
      const changed = await this.entries.changedSince(tx, scope, page.revision);
      const stale = new Set(changed.map(({ entry }) => entry));
      const docs = page.entries.flatMap(({ entry: doc, version, contentHash }, slot) => {
        const vector = made[slot];
        return vector === undefined || stale.has(doc) ? [] : [{ doc, version, contentHash, vector }];
      });
      await this.space.put(tx, scope, docs);
    });
  }

  /** Lets the head say that nothing is missing, if it is so. */
  private async settle(tx: Tx, scope: ScopeKey): Promise<boolean> {
    const head = await this.heads.lock(tx, scope);
    const { entries } = await this.lacking(tx, scope, { after: 0, limit: 1 });
    // Written by somebody without a model while the pages were filled.
    if (entries.length > 0) this.isWanted = true;
    else if (head.vectorsPending && this.space.isUsable) await this.heads.save(tx, { ...head, vectorsPending: false });
    return true;
  }

  private async expect(scope: ScopeKey): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const head = await this.heads.lock(tx, scope);
      if (!head.vectorsPending) await this.heads.save(tx, { ...head, vectorsPending: true });
    });
  }
}

interface PageOf {
  readonly after: number;
  readonly limit: number;
}

interface Page {
  readonly revision: number;
  readonly entries: readonly VectorlessEntry[];
}

const NO_PAGE: Page = { revision: 0, entries: [] };
