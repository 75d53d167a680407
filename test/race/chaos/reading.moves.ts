import type * as Wire from "../../../src/client/index.js";
import type { ChaosScope } from "./chaos-scope.js";
import { isSameJson } from "./findings.js";
import type { Outcome } from "./ledger.js";
import type { Hands, Moves } from "./moves.js";

export const READING_MOVES: Moves = [
  [8, search],
  [2, searchByTool],
  [8, prepare],
  [3, list],
  [2, changes],
  [4, get],
  [1, getElsewhere],
];

async function search(scope: ChaosScope, hands: Hands): Promise<void> {
  const request = { scope_id: scope.id, query: queryFor(scope, hands) };
  await readHits(scope, hands, () => hands.calls.http("search_memory", (client) => client.searchMemory(request)));
}

async function searchByTool(scope: ChaosScope, hands: Hands): Promise<void> {
  const args = { scope_id: scope.id, query: queryFor(scope, hands) };
  await readHits(scope, hands, () => hands.calls.mcp("search_memory", args));
}

async function readHits(
  scope: ChaosScope,
  { findings }: Hands,
  call: () => Promise<Outcome<Wire.SearchMemoryResponse>>,
): Promise<void> {
  const told = scope.toldRevision;
  const outcome = await call();
  if (outcome.kind !== "acknowledged") return;
  const { memory, hits } = outcome.answer;
  findings.hold((memory?.revision ?? 0) >= told, "a search did not see a Revision that was acknowledged before");
  findings.hold(
    hits.every(({ text }) => isOf(scope, text)),
    "a search found a text of another scope",
  );
}

async function prepare(scope: ChaosScope, hands: Hands): Promise<void> {
  const request = { scope_id: scope.id, query: queryFor(scope, hands) };
  const outcome = await hands.calls.http("prepare_context", (client) => client.prepareContext(request));
  if (outcome.kind !== "acknowledged" || outcome.answer.content === null) return;
  const line = outcome.answer.content.split("\n").find((one) => one.startsWith('{"trust"')) ?? "";
  const { items } = JSON.parse(line) as { readonly items: readonly { readonly content: string }[] };
  hands.findings.hold(
    items.every(({ content }) => isOf(scope, content)),
    "a pack holds a text of another scope",
  );
}

async function list(scope: ChaosScope, { calls, findings }: Hands): Promise<void> {
  const told = scope.toldRevision;
  const request = { scope_id: scope.id, include_inactive: true };
  const outcome = await calls.http("list_memory_entries", (client) => client.listMemoryEntries(request));
  if (outcome.kind !== "acknowledged") return;
  const { memory, entries } = outcome.answer;
  findings.hold((memory?.revision ?? 0) >= told, "a list did not see a Revision that was acknowledged before");
  findings.hold(
    entries.every(({ text }) => isOf(scope, text)),
    "a list holds a text of another scope",
  );
}

async function changes(scope: ChaosScope, { calls, findings, random }: Hands): Promise<void> {
  const told = scope.toldRevision;
  const since = random.below(told + 1);
  const request = { scope_id: scope.id, since_revision: since };
  const outcome = await calls.http("list_memory_changes", (client) => client.listMemoryChanges(request));
  if (outcome.kind !== "acknowledged") return;
  const numbers = outcome.answer.revisions.map(({ memory_ref }) => memory_ref.revision);
  findings.hold(
    numbers.every((number, index) => number === since + index + 1),
    "the changes have a hole",
  );
  findings.hold(since + numbers.length >= told, "the changes miss a Revision that was acknowledged before");
}

async function get(scope: ChaosScope, { calls, findings, random }: Hands): Promise<void> {
  const entry = random.pick(scope.answered);
  if (entry === undefined) return;
  const request = { scope_id: scope.id, citation: entry.citation };
  const outcome = await calls.http("get_memory_entry", (client) => client.getMemoryEntry(request));
  if (outcome.kind !== "acknowledged") return;
  findings.hold(isSameJson(outcome.answer, entry), "a citation resolved to something else while all went on");
}

/** What is cited in one scope is not there in another. */
async function getElsewhere(scope: ChaosScope, { calls, findings, random, elsewhere }: Hands): Promise<void> {
  const entry = random.pick(scope.answered);
  if (entry === undefined || elsewhere === scope) return;
  const request = { scope_id: elsewhere.id, citation: entry.citation };
  const send = { alsoRefused: ["memory_not_found"] };
  const outcome = await calls.http("get_memory_entry", (client) => client.getMemoryEntry(request), send);
  findings.hold(outcome.kind !== "acknowledged", "a citation of one scope was resolved in another");
}

function queryFor(scope: ChaosScope, { random }: Hands): string {
  const number = String(random.below(scope.writes + 1));
  return random.chance(0.5) ? `statement ${number} of ${scope.sign}` : `what happened in event ${number}`;
}

const isOf = ({ sign }: ChaosScope, text: string): boolean => new RegExp(`\\b${sign}\\b`, "u").test(text);
