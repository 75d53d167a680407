import { Injectable } from "@nestjs/common";

import type { ScopeKey } from "../kernel/ids.js";
import { Job } from "../kernel/job.port.js";
import { UnitOfWork, type Tx } from "../kernel/unit-of-work.port.js";
import { ANALYZER_VERSION, IndexReadiness, TermIndex } from "../search/index.js";
import type { MemoryHead } from "./domain/memory-head.js";
import { activeEntriesOf, isIndexLive, retiredTextsOf } from "./entry-index.js";
import { IndexBuilder } from "./index-builder.js";
import { MemoryHeads } from "./ports/memory-heads.port.js";

/** A step under the lock that had no more to do than this ends the build. */
const FEW_ENTRIES = 100;
const CLEAN_UP_POSTINGS = 2_000;
const STALE_SCOPES = 100;
/** How long the job rests when some scope could not be rebuilt. */
const RETRY_AFTER_MS = 30_000;

/**
 * Rebuilds indexes of another analyzer and lost ones, scope by scope, while they are searched by scanning. Each rebuild is a
 * new build beside the live one: pages of texts, then under the head lock what has changed since, then the head names it.
 * Several processes may do the same scope; the first to finish wins and the others drop their build.
 */
@Injectable()
export class IndexRebuildJob extends Job implements IndexReadiness {
  private working: Promise<void> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private stopped = true;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly heads: MemoryHeads,
    private readonly terms: TermIndex,
    private readonly builder: IndexBuilder,
  ) {
    super();
  }

  start(): void {
    this.stopped = false;
    this.wake(() => this.distrustIfLost());
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    await this.working;
  }

  async state(): Promise<"ready" | "not_ready"> {
    const stale = await this.heads.withStaleIndex(this.unitOfWork.reader, ANALYZER_VERSION, 1);
    return stale.length === 0 ? "ready" : "not_ready";
  }

  /** A reader found nothing where postings must be: look again under the lock, and rebuild if it is so. */
  suspect(scope: ScopeKey): void {
    this.wake(() => this.distrustIfMissing(scope));
  }

  private wake(first: () => Promise<void>): void {
    if (this.stopped) return;
    clearTimeout(this.retry);
    this.working = (this.working ?? Promise.resolve())
      .then(first)
      .then(() => this.rebuildStale())
      .catch(() => {
        this.restUntilRetry();
      });
  }

  private async rebuildStale(): Promise<void> {
    while (!this.stopped) {
      const scopes = await this.heads.withStaleIndex(this.unitOfWork.reader, ANALYZER_VERSION, STALE_SCOPES);
      if (scopes.length === 0) return;
      const outcomes = await this.rebuildEach(scopes);
      if (outcomes.includes(false)) {
        this.restUntilRetry();
        return;
      }
    }
  }

  private async rebuildEach(scopes: readonly ScopeKey[]): Promise<readonly boolean[]> {
    const outcomes: boolean[] = [];
    for (const scope of scopes) {
      if (this.stopped) break;
      // One scope's failure must not keep the others waiting; readiness goes on to show that something is left.
      outcomes.push(
        await this.rebuild(scope).then(
          () => true,
          () => false,
        ),
      );
    }
    return outcomes;
  }

  private restUntilRetry(): void {
    if (this.stopped) return;
    this.retry = setTimeout(() => {
      this.wake(() => Promise.resolve());
    }, RETRY_AFTER_MS);
    this.retry.unref();
  }

  private async rebuild(scope: ScopeKey): Promise<void> {
    const started = await this.unitOfWork.run((tx) => this.claimBuild(tx, scope));
    if (started === undefined) return;
    await this.indexPages(started);
    let since = started.revision;
    for (let caughtUp = false; !caughtUp;) {
      const step = await this.unitOfWork.run((tx) => this.catchUp(tx, started, since));
      caughtUp = step.done;
      since = step.revision;
    }
    await this.dropOtherBuilds(scope, started.index.lastBuild);
  }

  /** Takes the next build number. Undefined when there is nothing to do. */
  private async claimBuild(tx: Tx, scope: ScopeKey): Promise<MemoryHead | undefined> {
    const head = await this.heads.lock(tx, scope);
    if (head.revision === 0 || isIndexLive(head)) return undefined;
    const claimed = { ...head, index: { ...head.index, lastBuild: head.index.lastBuild + 1 } };
    await this.heads.save(tx, claimed);
    return claimed;
  }

  private async indexPages(started: MemoryHead): Promise<void> {
    for await (const page of this.builder.pages(this.unitOfWork.reader, started)) {
      if (this.stopped) return;
      await this.unitOfWork.run(page);
    }
  }

  /** The build goes live once a step under the lock had little to do. */
  private async catchUp(tx: Tx, started: MemoryHead, since: number): Promise<{ done: boolean; revision: number }> {
    const head = await this.heads.lock(tx, started.scope);
    if (isIndexLive(head) || this.stopped) return { done: true, revision: head.revision };
    const build = started.index.lastBuild;
    const done = (await this.builder.catchUp(tx, head, build, since)) <= FEW_ENTRIES;
    if (done) {
      const lastBuild = Math.max(build, head.index.lastBuild);
      await this.heads.save(tx, { ...head, index: { version: ANALYZER_VERSION, build, lastBuild } });
    }
    return { done, revision: head.revision };
  }

  /** Whoever went live, every other build up to ours is of no use: replaced, abandoned by a crash, or lost the race. */
  private async dropOtherBuilds(scope: ScopeKey, upTo: number): Promise<void> {
    for (let build = 1; build <= upTo; build++) {
      for (const collectionOf of [activeEntriesOf, retiredTextsOf]) {
        for (let removed = 1; removed > 0 && !this.stopped;) {
          removed = await this.unitOfWork.run(async (tx) => {
            const head = await this.heads.lock(tx, scope);
            if (!isIndexLive(head) || head.index.build === build) return 0;
            return this.terms.removeSome(tx, collectionOf(head, build), CLEAN_UP_POSTINGS);
          });
        }
      }
    }
  }

  private async distrustIfLost(): Promise<void> {
    if (!(await this.heads.isIndexLost(this.unitOfWork.reader))) return;
    await this.unitOfWork.run((tx) => this.heads.distrustAllIndexes(tx));
  }

  private async distrustIfMissing(scope: ScopeKey): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const head = await this.heads.lock(tx, scope);
      if (head.activeEntries === 0 || (await this.terms.hasPostings(tx, activeEntriesOf(head)))) return;
      await this.heads.save(tx, { ...head, index: { ...head.index, version: 0 } });
    });
  }
}
