import { AsyncResource } from "node:async_hooks";

import { Injectable } from "@nestjs/common";

import { DomainError } from "../kernel/domain-error.js";
import type { ScopeId } from "../kernel/ids.js";
import { ScopeDirectory } from "../kernel/scope-directory.port.js";
import { StorageError } from "../kernel/storage-error.js";
import { utf8Length } from "../kernel/unicode.js";
import { NO_TRACER, Tracer, type Span } from "../kernel/tracer.port.js";
import { UnitOfWork, type Tx } from "../kernel/unit-of-work.port.js";
import { byScope, nextBatch, type SizedCapture } from "./domain/capture-batch.policy.js";
import { SourceJournal, type JournalReceipt, type NewSource } from "./ports/source-journal.port.js";

/** The bounds of a unit of work that waits for its writer. */
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 10_000;

/** A capture with its caller: answered exactly once, after the commit it rests on. */
interface Capture extends SizedCapture {
  readonly source: NewSource;
  readonly succeed: (receipt: JournalReceipt) => void;
  readonly fail: (error: unknown) => void;
  /** What it is recorded as part of. */
  readonly span: Span | undefined;
  /** Runs while it waits behind others. */
  timer?: NodeJS.Timeout;
}

type Outcome =
  | { readonly kind: "taken"; readonly receipt: JournalReceipt }
  | { readonly kind: "refused"; readonly error: DomainError };

/**
 * Captures that wait together become one unit of a few statements (docs/adr/0004-group-commit.md). The first one waits
 * for nothing; what arrives while it is under way goes next, together. A batch serves what is plain: a known scope that
 * nobody holds, a Source that is not there yet. All others go on by themselves, a unit for each scope, which waits for its
 * lock and is the authority for repeats and conflicts.
 */
@Injectable()
export class CaptureBatches {
  private readonly waiting = new Set<Capture>();
  /** Scopes with captures under way. */
  private readonly busy = new Set<ScopeId>();
  /** One at a time: two would share the captures between them and cost more, on both databases. */
  private isRunning = false;
  /** Batches belong to no request: what is logged on the way must not name the one that happened to start it. */
  private readonly context = new AsyncResource("CaptureBatches");

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly scopes: ScopeDirectory,
    private readonly journal: SourceJournal,
    private readonly tracer: Tracer = NO_TRACER,
  ) {}

  /**
   * Resolves when the Source is durable.
   *
   * @throws DomainError source_conflict; `overloaded` when too many captures wait or this one waited too long.
   */
  take(scopeId: ScopeId, source: NewSource): Promise<JournalReceipt> {
    if (this.waiting.size >= MAX_WAITING) return Promise.reject(overloaded());
    return new Promise((succeed, fail) => {
      const bytes = utf8Length(source.content) + utf8Length(source.metadata ?? "");
      const capture: Capture = { scopeId, source, bytes, succeed, fail, span: this.tracer.current() };
      this.waiting.add(capture);
      this.context.runInAsyncScope(() => {
        this.start();
      });
      if (!this.waiting.has(capture)) return;
      capture.timer = setTimeout(() => {
        this.waiting.delete(capture);
        fail(overloaded());
      }, MAX_WAIT_MS);
    });
  }

  private start(): void {
    if (this.isRunning) return;
    const batch = nextBatch(this.waiting, this.busy);
    if (batch.length === 0) return;
    for (const capture of batch) {
      clearTimeout(capture.timer);
      this.waiting.delete(capture);
      this.busy.add(capture.scopeId);
    }
    this.isRunning = true;
    void this.run(batch);
  }

  private async run(batch: readonly Capture[]): Promise<void> {
    const left = byScope(await this.captureNew(batch));
    this.isRunning = false;
    for (const { scopeId } of batch) if (!left.has(scopeId)) this.busy.delete(scopeId);
    for (const [scopeId, captures] of left) {
      void this.captureEach(scopeId, captures).then(() => {
        this.busy.delete(scopeId);
        this.start();
      });
    }
    this.start();
  }

  /** @returns those that are not plain, or all when the database failed: one of them may be the reason. */
  private async captureNew(batch: readonly Capture[]): Promise<readonly Capture[]> {
    try {
      const positions = await this.tracedBatch(batch, () => this.unitOfWork.run((tx) => this.appendNew(tx, batch)));
      return batch.filter((capture) => {
        const position = positions.get(capture);
        if (position !== undefined) capture.succeed({ position, isNew: true });
        return position === undefined;
      });
    } catch (error) {
      if (error instanceof StorageError) return batch;
      for (const { fail } of batch) fail(error);
      return [];
    }
  }

  private async appendNew(tx: Tx, batch: readonly Capture[]): Promise<ReadonlyMap<Capture, number>> {
    const keys = await this.scopes.findAll(tx, [...new Set(batch.map(({ scopeId }) => scopeId))]);
    const known = batch.flatMap((capture) => {
      const scope = keys.get(capture.scopeId);
      return scope === undefined ? [] : [{ capture, scope, source: capture.source }];
    });
    const positions = await this.journal.appendNew(tx, known);
    return new Map(
      known.flatMap(({ capture }, index) => {
        const position = positions[index];
        return position === undefined ? [] : [[capture, position] as const];
      }),
    );
  }

  /** One after the other in one unit; when the database fails it, each in one of its own. */
  private async captureEach(scopeId: ScopeId, captures: readonly Capture[]): Promise<void> {
    try {
      const outcomes = await this.tracedBatch(captures, () =>
        this.unitOfWork.run((tx) => this.appendEach(tx, scopeId, captures)),
      );
      for (const [index, { succeed, fail }] of captures.entries()) {
        const outcome = outcomes[index];
        if (outcome?.kind === "taken") succeed(outcome.receipt);
        else fail(outcome?.error);
      }
    } catch (error) {
      if (error instanceof StorageError && captures.length > 1) {
        await Promise.all(captures.map((capture) => this.captureEach(scopeId, [capture])));
        return;
      }
      for (const { fail } of captures) fail(error);
    }
  }

  /** Part of the first one's trace, and linked with the others: they were written together. */
  private tracedBatch<T>(captures: readonly Capture[], work: () => Promise<T>): Promise<T> {
    const attributes = { "powercontext.captures": captures.length };
    return this.tracer.trace({ name: "capture batch", partOf: captures[0]?.span, attributes }, (span) => {
      for (const capture of captures.slice(1)) {
        if (capture.span === undefined) continue;
        span.link(capture.span);
        capture.span.link(span);
      }
      return work();
    });
  }

  private async appendEach(tx: Tx, scopeId: ScopeId, captures: readonly Capture[]): Promise<readonly Outcome[]> {
    const scope = await this.scopes.open(tx, scopeId);
    const outcomes: Outcome[] = [];
    for (const { source } of captures) {
      try {
        outcomes.push({ kind: "taken", receipt: await this.journal.append(tx, scope, source) });
      } catch (error) {
        // Refused before it wrote anything: its neighbours go on.
        if (!(error instanceof DomainError)) throw error;
        outcomes.push({ kind: "refused", error });
      }
    }
    return outcomes;
  }
}

function overloaded(): DomainError {
  return new DomainError("overloaded", "The database is busy with other writes. Try again shortly.");
}
