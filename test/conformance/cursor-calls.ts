import { randomUUID } from "node:crypto";

import type { Id16, ScopeId, ScopeKey } from "../../src/kernel/ids.js";
import type { SqlValue } from "../../src/kernel/unit-of-work.port.js";
import { payloadHash } from "../../src/source/domain/payload.policy.js";
import type { CursorBinding } from "../../src/source/ports/source-cursors.port.js";
import type { NewSource } from "../../src/source/ports/source-journal.port.js";
import { until } from "../support/until.js";
import { freshScope, type OpenAdapters } from "./harness.js";

export const MINUTE_MS = 60_000;
/** More scopes than any suite leaves behind in a shared database. */
const ALL = 1_000_000;

export interface OpenedScope {
  readonly id: ScopeId;
  readonly key: ScopeKey;
}

export function newSource(): NewSource {
  const payload = payloadHash("c", undefined);
  return { type: "content", sourceId: randomUUID(), content: "c", metadata: undefined, payloadHash: payload };
}

/** The calls of the suites of cursors, each in a unit of its own and for the reader `memory`. */
export class CursorCalls {
  constructor(readonly adapters: OpenAdapters) {}

  async newScope(): Promise<OpenedScope> {
    const id = freshScope();
    return { id, key: await this.adapters.unitOfWork.run((tx) => this.adapters.scopes.open(tx, id)) };
  }

  async newScopes(count: number): Promise<OpenedScope[]> {
    const scopes: OpenedScope[] = [];
    while (scopes.length < count) scopes.push(await this.newScope());
    return scopes;
  }

  /** @returns its position */
  async capture(key: ScopeKey, source = newSource()): Promise<number> {
    const { position } = await this.adapters.unitOfWork.run((tx) => this.adapters.journal.append(tx, key, source));
    return position;
  }

  backlog(id: ScopeId, binding: CursorBinding = "memory") {
    return this.adapters.cursors.backlog(this.adapters.unitOfWork.reader, id, binding);
  }

  newClaim(): Id16 {
    return this.adapters.ids.next();
  }

  claim(key: ScopeKey, claim: Id16, forMs = MINUTE_MS, binding: CursorBinding = "memory") {
    return this.adapters.unitOfWork.run((tx) => this.adapters.cursors.claim(tx, key, binding, { claim, forMs }));
  }

  renew(key: ScopeKey, claim: Id16, forMs: number): Promise<void> {
    return this.adapters.unitOfWork.run((tx) => this.adapters.cursors.renew(tx, key, "memory", { claim, forMs }));
  }

  release(key: ScopeKey, claim: Id16): Promise<void> {
    return this.adapters.unitOfWork.run((tx) => this.adapters.cursors.release(tx, key, "memory", claim));
  }

  advance(key: ScopeKey, to: number): Promise<void> {
    return this.adapters.unitOfWork.run(async (tx) => {
      await this.adapters.cursors.lock(tx, key, "memory");
      await this.adapters.cursors.advance(tx, key, "memory", to);
    });
  }

  fail(key: ScopeKey, claim: Id16, retryInMs: number): Promise<void> {
    const failure = { claim, retryInMs };
    return this.adapters.unitOfWork.run((tx) => this.adapters.cursors.recordFailure(tx, key, "memory", failure));
  }

  async claimAndFail(key: ScopeKey, retryInMs: number): Promise<void> {
    const claim = this.newClaim();
    await this.claim(key, claim);
    await this.fail(key, claim, retryInMs);
  }

  rest(key: ScopeKey): Promise<void> {
    return this.adapters.unitOfWork.run((tx) => this.adapters.cursors.rest(tx, key, "memory"));
  }

  /** Which of these are due, in the order in which they are listed, those that fail behind the others. */
  async dueOf(scopes: readonly OpenedScope[], binding: CursorBinding = "memory"): Promise<readonly ScopeId[]> {
    const { cursors, unitOfWork } = this.adapters;
    const healthy = await cursors.due(unitOfWork.reader, binding, "healthy", ALL);
    const due = [...healthy, ...(await cursors.due(unitOfWork.reader, binding, "failing", ALL))];
    const keys = new Map(scopes.map(({ id, key }) => [id, key]));
    const ours = due.filter(({ scopeId }) => keys.has(scopeId));
    expect(ours.map(({ scope }) => scope)).toEqual(ours.map(({ scopeId }) => keys.get(scopeId)));
    return ours.map(({ scopeId }) => scopeId);
  }

  async isDue(scope: OpenedScope): Promise<boolean> {
    return (await this.dueOf([scope])).length > 0;
  }

  /** What is due from now on is so within the grain of the clock. */
  expectDue(scope: OpenedScope): Promise<void> {
    return until(() => this.isDue(scope));
  }

  /** As if the clock had jumped by so much since the times of the row were written. */
  async shift(key: ScopeKey, column: "next_attempt_at" | "claimed_until", byMs: number): Promise<void> {
    await this.alter(`UPDATE source_cursor SET ${column} = ${column} - ? WHERE scope_key = ? AND binding = 1`, [
      byMs,
      key,
    ]);
  }

  /** Past everything of ours. */
  alter(sql: string, parameters: readonly SqlValue[]): Promise<number> {
    return this.adapters.unitOfWork.run((tx) => tx.execute({ name: "test.alter", sql }, parameters));
  }
}
