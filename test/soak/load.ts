import { setTimeout as pause } from "node:timers/promises";

import { Api } from "../support/api.js";
import { hangUp } from "./hang-up.js";
import { liveInScope, readOn, settle } from "./lives.js";

/** Each does one thing after the other: new scopes, the standing ones, callers who go away. */
const LIVES = 6;
const READERS = 6;
const LEAVERS = 2;
/** Scopes that stay through the whole run, with the same content. */
const STANDING = 4;
const PAUSE_MS = 40;
const OVERLOADED = /was refused: 503 .*"overloaded"/u;
const RETRY_AFTER_MS = 1_000;

/** Mixed work on one server, at a moderate rate, until it is stopped. */
export class Load {
  /** How often each kind of work was done. */
  readonly done = new Map<string, number>();
  /** Calls that a machine busy with other things refused, as it may: the work they belong to is begun anew. */
  overloaded = 0;
  private stopped = false;
  private workers: readonly Promise<void>[] = [];
  private failure: unknown;
  private scopes = 0;

  constructor(private readonly url: string) {}

  get calls(): number {
    return [...this.done.values()].reduce((sum, count) => sum + count, 0);
  }

  async start(): Promise<void> {
    const api = new Api(this.url);
    const standing = Array.from({ length: STANDING }, (_, index) => api.scope(`soak-standing-${String(index)}`));
    for (const scope of standing) await settle(scope);
    const step = this.step.bind(this);
    this.workers = [
      ...this.repeated(LIVES, () => liveInScope(api, this.url, this.scopes++, step)),
      ...this.repeated(READERS, (round) => readOn(standing, round, step)),
      ...this.repeated(LEAVERS, (round) => step("hang up", () => hangUp(this.url, round))),
    ];
  }

  /** Waits until all have ended. @throws what a worker failed with */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.workers);
    this.throwFailure();
  }

  throwFailure(): void {
    if (this.failure !== undefined) throw this.failure as Error;
  }

  private repeated(count: number, work: (round: number) => Promise<unknown>): readonly Promise<void>[] {
    return Array.from({ length: count }, async (_, worker) => {
      for (let round = worker; !this.stopped; round += count) {
        await work(round).catch((error: unknown) => this.refused(error));
      }
    });
  }

  private async refused(error: unknown): Promise<void> {
    if (error instanceof Error && OVERLOADED.test(error.message)) {
      this.overloaded += 1;
      await pause(RETRY_AFTER_MS);
      return;
    }
    this.failure ??= error;
    this.stopped = true;
  }

  private async step<T>(kind: string, work: () => Promise<T>): Promise<T> {
    const result = await work();
    this.done.set(kind, (this.done.get(kind) ?? 0) + 1);
    await pause(PAUSE_MS);
    return result;
  }
}
