import type { components } from "../../src/client/generated/openapi.js";
import { type Api, citedAt, type ScopeApi } from "../support/api.js";
import { agentCall } from "./agent.js";

type Candidate = components["schemas"]["ArtifactCandidate"];
type Step = <T>(kind: string, work: () => Promise<T>) => Promise<T>;

const TOPICS = ["releases", "backups", "invoices", "the harbour", "tea", "deployments", "漢字", "Überweisungen"];
const FACTS = 48;
const MODES = ["auto", "fts", "vector", "hybrid"] as const;

const fact = (scope: number, number: number): string =>
  `Rule ${String(number)} of ${String(scope)} about ${TOPICS[number % TOPICS.length] ?? ""} holds on day ${String(number % 28)}.`;
const proposal = (name: string): object => ({
  situation: `A release was cut while ${name} was running.`,
  action: "The branch was frozen first.",
  outcome: "The tag held what was tested.",
  lesson: `Freeze the branch before ${name}.`,
});

/** What a scope holds that stays as it is for the whole run. */
export async function settle(scope: ScopeApi): Promise<void> {
  for (let number = 0; number < FACTS; number++) await scope.remember(fact(0, number));
  await scope.capture("s-0", "We release on Tuesdays.");
}

/** Reads a standing scope, and writes what it holds already. */
export async function readOn(scopes: readonly ScopeApi[], round: number, step: Step): Promise<void> {
  const scope = scopes[round % scopes.length];
  if (scope === undefined) return;
  const topic = TOPICS[round % TOPICS.length] ?? "";
  const mode = MODES[round % MODES.length] ?? "auto";
  const { hits } = await step("search", () => scope.search(`What holds about ${topic}?`, { mode, limit: 10 }));
  await step("prepare", () => scope.prepare(`Which rule about ${topic} holds on day ${String(round % 28)}?`));
  const [hit] = hits;
  if (hit !== undefined) await step("get", () => scope.get(hit.citation));
  if (round % 4 === 0) await step("list", () => scope.list());
  await step("remember again", () => scope.remember(fact(0, round % FACTS)));
  await step("capture again", () => scope.capture("s-0", "We release on Tuesdays."));
  await step("changes", () => scope.changes());
  await step("refused", () => scope.refusal("search_memory", { query: "", mode }));
}

/** The whole life of a scope: everything that can be done in one, once; then nobody names it again. */
export async function liveInScope(api: Api, url: string, number: number, step: Step): Promise<void> {
  const scope = api.scope(`soak-${String(number)}`);
  for (let at = 0; at < 3; at++) {
    const said = `${fact(number, at)} password=hunter${String(at)} `.repeat(20);
    await step("capture", () => scope.capture(`s-${String(at)}`, said, { metadata: { kind: "task-outcome", at } }));
  }
  await step("flush", () => scope.succeed("flush_memory"));
  await curate(scope, number, step);
  await review(scope, number, step);
  await step("history", () => scope.changes(0));
  await step("list all", () => scope.list({ include_inactive: true }));
  await step("tool search", () => agentCall(url, "search_memory", { scope_id: scope.id, query: "Which rule holds?" }));
  await step("tool remember", () => {
    return agentCall(url, "remember_memory", { scope_id: scope.id, kind: "fact", text: fact(number, 99) });
  });
  await step("tools", () => agentCall(url, "list_memory_entries", { scope_id: scope.id }));
}

async function curate(scope: ScopeApi, number: number, step: Step): Promise<void> {
  const first = await step("remember", () => scope.remember(fact(number, 10)));
  const second = await step("remember", () => scope.remember(fact(number, 11)));
  const cited = citedAt(second.memory, first.entry.citation);
  const revised = await step("revise", () => scope.revise(cited, fact(number, 12)));
  await step("conflict", () => scope.refusal("retire_memory_entry", { citation: first.entry.citation }));
  await step("retire", () => scope.retire(citedAt(revised.memory, second.entry.citation)));
  await step("search", () => scope.search(fact(number, 12)));
  await step("prepare", () => scope.prepare(`Which rule of ${String(number)} about tea holds on day 12?`));
}

async function review(scope: ScopeApi, number: number, step: Step): Promise<void> {
  const evidence = { source_refs: [{ name: "content", source_id: "s-0" }], artifact_refs: [] };
  const propose = (name: string): Promise<Candidate> =>
    scope.succeed("propose_experience", { ...evidence, proposal: proposal(name) });
  const kept = await step("propose", () => propose(`merge ${String(number)}`));
  const other = await step("propose", () => propose("backup"));
  const of = ({ candidate_id }: Candidate) => ({ candidate_id, expected_version: 1 });
  await step("revise proposal", () =>
    scope.succeed("revise_artifact_candidate", { ...of(kept), ...evidence, proposal: proposal("merge") }),
  );
  await step("approve", () => scope.succeed("approve_artifact_candidate", { ...of(kept), expected_version: 2 }));
  await step("reject", () => scope.succeed("reject_artifact_candidate", { ...of(other), reason: "It is known." }));
  await step("generate", () => scope.succeed("generate_experience", evidence));
  await step("inbox", () => scope.succeed("list_artifact_candidates", { status: "approved" }));
}
