import type { ScopeKey } from "../kernel/ids.js";
import { Job } from "../kernel/job.port.js";
import { NO_TRACER, type Tracer } from "../kernel/tracer.port.js";
import type { Tx, UnitOfWork } from "../kernel/unit-of-work.port.js";
import { ANALYZER_VERSION } from "./domain/analyzer.policy.js";
import { isIndexLive } from "./domain/index-state.policy.js";
import type { IndexedHead, IndexedTexts } from "./indexed-texts.js";
import type { IndexReadiness } from "./ports/index-readiness.port.js";
import type { CollectionRef, TermIndex } from "./ports/term-index.port.js";

/** A step under the lock that had no more to do than this ends the build. */
const FEW_TEXTS = 100;
const CLEAN_UP_POSTINGS = 2_000;
const STALE_SCOPES = 100;
/** How long the job rests when some scope could not be rebuilt. */
const RETRY_AFTER_MS = 30_000;

/**
 * Rebuilds indexes of another analyzer and lost ones, scope by scope, while they are searched by scanning. Each rebuild is a
 * new build beside the live one: pages of texts, then under the head lock what has changed since, then the head names it.
 * Several processes may do the same scope; the first to finish wins and the others drop their build.
 */
export abstract class IndexRebuild<Head extends IndexedHead, Position> extends Job implements IndexReadiness {
  private working: Promise<void> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private stopped = true;

  private readonly unitOfWork: UnitOfWork;
  private readonly terms: TermIndex;
  private readonly texts: IndexedTexts<Head, Position>;
  private readonly tracer: Tracer;

  constructor({ unitOfWork, terms, texts, tracer = NO_TRACER }: RebuildParts<Head, Position>) {
    super();
    this.unitOfWork = unitOfWork;
    this.terms = terms;
    this.texts = texts;
    this.tracer = tracer;
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
    const stale = await this.texts.withStaleIndex(this.unitOfWork.reader, ANALYZER_VERSION, 1);
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
      .then(() =>
        // Whoever wakes it does not wait for it.
        this.tracer.trace({ name: "index rebuild", partOf: "nothing" }, async () => {
          await first();
          await this.rebuildStale();
        }),
      )
      .catch(() => {
        this.restUntilRetry();
      });
  }

  private async rebuildStale(): Promise<void> {
    while (!this.stopped) {
      const scopes = await this.texts.withStaleIndex(this.unitOfWork.reader, ANALYZER_VERSION, STALE_SCOPES);
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
    const { head } = started;
    await this.writePages(head);
    let since = started.position;
    for (let isDone = false; !isDone;) {
      const step = await this.unitOfWork.run((tx) => this.catchUp(tx, head, since));
      if (step === undefined) break;
      isDone = step.isDone;
      since = step.position;
    }
    await this.dropOtherBuilds(scope, head.index.lastBuild);
  }

  /** Takes the next build number. Undefined when there is nothing to do. */
  private async claimBuild(tx: Tx, scope: ScopeKey): Promise<Started<Head, Position> | undefined> {
    const head = await this.texts.lock(tx, scope);
    if (!this.texts.isBegun(head) || isIndexLive(head)) return undefined;
    const claimed = { ...head, index: { ...head.index, lastBuild: head.index.lastBuild + 1 } };
    await this.texts.save(tx, claimed);
    return { head: claimed, position: await this.texts.position(tx, claimed) };
  }

  private async writePages(started: Head): Promise<void> {
    for await (const page of this.texts.pages(this.unitOfWork.reader, started)) {
      if (this.stopped) return;
      await this.unitOfWork.run(page);
    }
  }

  /** The build goes live once a step under the lock had little to do. Undefined when it no longer needs to. */
  private async catchUp(tx: Tx, started: Head, since: Position): Promise<Step<Position> | undefined> {
    const head = await this.texts.lock(tx, started.scope);
    if (isIndexLive(head) || this.stopped) return undefined;
    const build = started.index.lastBuild;
    const { changed, position } = await this.texts.catchUp(tx, head, build, since);
    const isDone = changed <= FEW_TEXTS;
    if (isDone) {
      const lastBuild = Math.max(build, head.index.lastBuild);
      await this.texts.save(tx, { ...head, index: { version: ANALYZER_VERSION, build, lastBuild } });
    }
    return { isDone, position };
  }

  /** Whoever went live, every other build up to ours is of no use: replaced, abandoned by a crash, or lost the race. */
  private async dropOtherBuilds(scope: ScopeKey, upTo: number): Promise<void> {
    for (let build = 1; build <= upTo; build++) {
      while (!this.stopped && (await this.unitOfWork.run((tx) => this.dropSome(tx, scope, build)))) continue;
    }
  }

  /** Whether there may be more of this build to drop. */
  private async dropSome(tx: Tx, scope: ScopeKey, build: number): Promise<boolean> {
    const head = await this.texts.lock(tx, scope);
    if (!isIndexLive(head) || head.index.build === build) return false;
    for (const at of this.texts.collections(head, build)) {
      if ((await this.terms.removeSome(tx, at, CLEAN_UP_POSTINGS)) > 0) return true;
    }
    return false;
  }

  private async distrustIfLost(): Promise<void> {
    if (!(await this.texts.isIndexLost(this.unitOfWork.reader))) return;
    await this.unitOfWork.run((tx) => this.texts.distrustAllIndexes(tx));
  }

  private async distrustIfMissing(scope: ScopeKey): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const head = await this.texts.lock(tx, scope);
      if (!(await this.isMissing(tx, this.texts.neverEmpty(head)))) return;
      await this.texts.save(tx, { ...head, index: { ...head.index, version: 0 } });
    });
  }

  private async isMissing(tx: Tx, at: CollectionRef | undefined): Promise<boolean> {
    return at !== undefined && !(await this.terms.hasPostings(tx, at));
  }
}

export interface RebuildParts<Head extends IndexedHead, Position> {
  readonly unitOfWork: UnitOfWork;
  readonly terms: TermIndex;
  readonly texts: IndexedTexts<Head, Position>;
  readonly tracer?: Tracer;
}

interface Started<Head, Position> {
  readonly head: Head;
  readonly position: Position;
}

interface Step<Position> {
  readonly isDone: boolean;
  readonly position: Position;
}
