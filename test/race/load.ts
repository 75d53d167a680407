import { setTimeout as pause } from "node:timers/promises";

import { type Api, type CheckedAnswer, type Mutation } from "../support/api.js";
import { unlessGone } from "../support/unless-gone.js";

const CLIENTS_A_SCOPE = 3;
const REPEAT_AFTER_MS = 50;

type Writing = "remember_memory" | "capture_content_source";

/** What a scope was told: the Revision of each entry and the position of each Source, by name. */
interface Told {
  readonly remembered: Map<string, number>;
  readonly captured: Map<string, number>;
}

/** Clients that remember and capture without pause, each call at the next server, and note what was acknowledged. */
export class Load {
  acknowledged = 0;
  refused = 0;
  /** Calls whose server went away: their outcome is unknown. */
  unanswered = 0;
  slowestRefusalMs = 0;
  readonly strangeAnswers: unknown[] = [];
  private readonly told = new Map<string, Told>();
  private readonly clients: readonly Promise<void>[];
  private stopped = false;

  /** @param servers may be exchanged while the load runs; never empty */
  constructor(
    public servers: readonly Api[],
    scopeIds: readonly string[],
  ) {
    this.clients = scopeIds.flatMap((id) => {
      this.told.set(id, { remembered: new Map(), captured: new Map() });
      return Array.from({ length: CLIENTS_A_SCOPE }, (_, client) => this.work(id, client));
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.clients);
  }

  /** Everything acknowledged is where its answer said, on every server, and Revisions and positions are unique. */
  async expectNothingLost(): Promise<void> {
    for (const api of this.servers) {
      for (const [id, told] of this.told) await expectKept(api, id, told);
    }
  }

  private async work(scopeId: string, client: number): Promise<void> {
    for (let number = 1; !this.stopped; number++) {
      const name = `${String(client)}.${String(number)}`;
      const api = this.servers[(client + number) % this.servers.length];
      if (api === undefined) throw new Error("the load has no server");
      await this.write(api, number % 3 === 0 ? "capture_content_source" : "remember_memory", scopeId, name);
    }
  }

  private async write(api: Api, operation: Writing, scopeId: string, name: string): Promise<void> {
    const body =
      operation === "remember_memory"
        ? { kind: "fact", text: name, reason: name }
        : { source_id: name, content: "content" };
    const begin = performance.now();
    const answer = await unlessGone(api.call(operation, { scope_id: scopeId, ...body }));
    if (answer === undefined) this.unanswered += 1;
    else if (answer.status === 503) this.noteRefusal(performance.now() - begin);
    else this.note(operation, answer, this.told.get(scopeId), name);
    if (answer === undefined || answer.status === 503) await pause(REPEAT_AFTER_MS);
  }

  private noteRefusal(milliseconds: number): void {
    this.refused += 1;
    this.slowestRefusalMs = Math.max(this.slowestRefusalMs, milliseconds);
  }

  private note(operation: Writing, { status, body }: CheckedAnswer, told: Told | undefined, name: string): void {
    if (status !== 200 && status !== 202) {
      this.strangeAnswers.push({ operation, status, body });
      return;
    }
    this.acknowledged += 1;
    if (operation === "remember_memory") told?.remembered.set(name, (body as Mutation).memory.revision);
    else told?.captured.set(name, (body as { readonly position: number }).position);
  }
}

async function expectKept(api: Api, scopeId: string, { remembered, captured }: Told): Promise<void> {
  const scope = api.scope(scopeId);
  const history = (await scope.changes(0)).revisions;
  expect(history.map(({ memory_ref }) => memory_ref.revision)).toEqual(history.map((_, index) => index + 1));
  const reasons = new Map(history.map(({ memory_ref, changes }) => [changes[0]?.reason, memory_ref.revision]));
  expect(reasons.size).toBe(history.length);
  expect([...remembered].filter(([reason, revision]) => reasons.get(reason) !== revision)).toEqual([]);
  expect(new Set(captured.values()).size).toBe(captured.size);
  for (const [sourceId, position] of captured) {
    expect((await scope.capture(sourceId, "content")).position).toBe(position);
  }
}
