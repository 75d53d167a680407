import type * as Wire from "../../../src/client/index.js";
import type { ChaosScope } from "./chaos-scope.js";
import type { MemoryWrite, Outcome } from "./ledger.js";
import type { Hands, Moves } from "./moves.js";

type Written = Wire.RememberMemoryResponse;
/** How often a sentence of nobody's own is said: by chance several clients say it at once. */
const SENTENCES = 12;

export const MEMORY_MOVES: Moves = [
  [12, rememberOwn],
  [4, rememberShared],
  [5, rememberOnRevision],
  [9, reviseListed],
  [4, reviseFound],
  [5, retireListed],
  [2, rememberByTool],
  [2, reviseByTool],
];

async function rememberOwn(scope: ChaosScope, hands: Hands): Promise<void> {
  const text = scope.name("statement");
  const outcome = await remember(scope, hands, text);
  // The same sentence once more: it is there, or is written now.
  if (outcome.kind === "unknown") await remember(scope, hands, text);
}

async function rememberShared(scope: ChaosScope, hands: Hands): Promise<void> {
  await remember(scope, hands, `sentence ${String(hands.random.below(SENTENCES))} that all know of ${scope.sign}`);
}

async function rememberOnRevision(scope: ChaosScope, hands: Hands): Promise<void> {
  const base = scope.toldRevision;
  if (base > 0) await remember(scope, hands, scope.name("statement"), base);
}

function remember(scope: ChaosScope, { calls }: Hands, text: string, base?: number): Promise<Outcome<Written>> {
  const reason = scope.name("because");
  const request = { scope_id: scope.id, kind: "fact", text, reason, expected_revision: base ?? null };
  return note(scope, { operation: "remember", reason, text, base }, () =>
    calls.http("remember_memory", (client) => client.rememberMemory(request)),
  );
}

async function rememberByTool(scope: ChaosScope, { calls }: Hands): Promise<void> {
  const reason = scope.name("because");
  const text = scope.name("statement");
  await note(scope, { operation: "remember", reason, text, base: undefined }, () =>
    calls.mcp("remember_memory", { scope_id: scope.id, kind: "fact", text, reason }),
  );
}

async function reviseListed(scope: ChaosScope, hands: Hands): Promise<void> {
  const citation = await listedCitation(scope, hands);
  if (citation !== undefined) await revise(scope, hands, citation);
}

async function reviseFound(scope: ChaosScope, hands: Hands): Promise<void> {
  const query = `statement ${String(hands.random.below(scope.writes + 1))}`;
  const found = await hands.calls.http("search_memory", (client) =>
    client.searchMemory({ scope_id: scope.id, query, limit: 3 }),
  );
  const hit = found.kind === "acknowledged" ? hands.random.pick(found.answer.hits) : undefined;
  if (hit !== undefined) await revise(scope, hands, hit.citation);
}

function revise(scope: ChaosScope, { calls }: Hands, citation: Wire.MemoryCitation): Promise<unknown> {
  const reason = scope.name("because");
  const text = scope.name("statement");
  const request = { scope_id: scope.id, citation, kind: "fact", text, reason };
  return note(scope, { operation: "revise", reason, text, base: citation.memory_ref.revision }, () =>
    calls.http("revise_memory_entry", (client) => client.reviseMemoryEntry(request)),
  );
}

async function reviseByTool(scope: ChaosScope, hands: Hands): Promise<void> {
  const citation = await listedCitation(scope, hands);
  if (citation === undefined) return;
  const reason = scope.name("because");
  const text = scope.name("statement");
  await note(scope, { operation: "revise", reason, text, base: citation.memory_ref.revision }, () =>
    hands.calls.mcp("revise_memory_entry", { scope_id: scope.id, citation, kind: "fact", text, reason }),
  );
}

async function retireListed(scope: ChaosScope, hands: Hands): Promise<void> {
  const citation = await listedCitation(scope, hands);
  if (citation === undefined) return;
  const reason = scope.name("because");
  const request = { scope_id: scope.id, citation, reason };
  await note(scope, { operation: "retire", reason, text: undefined, base: citation.memory_ref.revision }, () =>
    hands.calls.http("retire_memory_entry", (client) => client.retireMemoryEntry(request)),
  );
}

/** One active entry of a list that was read just now. */
async function listedCitation(scope: ChaosScope, { calls, random }: Hands): Promise<Wire.MemoryCitation | undefined> {
  const listed = await calls.http("list_memory_entries", (client) => client.listMemoryEntries({ scope_id: scope.id }));
  return listed.kind === "acknowledged" ? random.pick(listed.answer.entries)?.citation : undefined;
}

async function note(
  scope: ChaosScope,
  write: Omit<MemoryWrite, "outcome">,
  call: () => Promise<Outcome<Written>>,
): Promise<Outcome<Written>> {
  const outcome = await call();
  scope.ledger.writes.push({ ...write, outcome });
  if (outcome.kind === "acknowledged") {
    scope.toldRevision = Math.max(scope.toldRevision, outcome.answer.memory.revision);
    if (outcome.answer.entry !== null) scope.answered.push(outcome.answer.entry);
  }
  return outcome;
}
