import type { ChaosScope, SentSource } from "./chaos-scope.js";
import type { Hands, Moves } from "./moves.js";

const MOST_TRIES = 4;

export const JOURNAL_MOVES: Moves = [
  [16, captureNew],
  [4, captureAgain],
  [2, captureAnother],
  [4, flush],
];

/** Sent again until its outcome is known, as hooks do. */
async function captureNew(scope: ChaosScope, hands: Hands): Promise<void> {
  const sourceId = scope.name("event");
  const source = { sourceId, content: `What happened in ${sourceId}.`, isReport: hands.random.chance(0.15) };
  for (let tries = 0; tries < MOST_TRIES; tries++) if (await capture(scope, hands, source)) return;
}

async function captureAgain(scope: ChaosScope, hands: Hands): Promise<void> {
  const source = hands.random.pick(scope.captured);
  if (source !== undefined) await capture(scope, hands, source);
}

async function captureAnother(scope: ChaosScope, hands: Hands): Promise<void> {
  const source = hands.random.pick(scope.captured);
  if (source !== undefined) await capture(scope, hands, { ...source, content: `${source.content} Or not.` });
}

async function capture(scope: ChaosScope, { calls }: Hands, source: SentSource): Promise<boolean> {
  const { sourceId, content, isReport } = source;
  const metadata = isReport ? { kind: "task-outcome" } : null;
  const request = { scope_id: scope.id, source_id: sourceId, content, metadata };
  const outcome = await calls.http("capture_content_source", (client) => client.captureContentSource(request));
  scope.ledger.captures.push({ ...source, outcome });
  if (outcome.kind === "acknowledged") scope.captured.push(source);
  return outcome.kind === "acknowledged" || outcome.kind === "refused";
}

async function flush(scope: ChaosScope, { calls }: Hands): Promise<void> {
  const outcome = await calls.http("flush_memory", (client) => client.flushMemory({ scope_id: scope.id }));
  if (outcome.kind === "acknowledged") scope.ledger.flushes.push(outcome.answer);
}
