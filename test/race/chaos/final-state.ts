import type * as Wire from "../../../src/client/index.js";
import { PowerContextClient, PowerContextError } from "../../../src/client/index.js";
import { until } from "../../support/until.js";
import type { ChaosDatabase } from "./chaos-database.js";
import type { ChaosScope } from "./chaos-scope.js";
import { citationKey, citationOf, type FinalState } from "./ledger.js";
import type { StoredState } from "./stored-state.js";

const READERS = 8;
const DRAIN_DEADLINE_MS = 180_000;
const VECTORS_DEADLINE_MS = 60_000;
const PAGE = 100;

/** What is left to read is due at once, and nobody who was killed holds it any more. No server may run. */
export async function makeAllDue(database: ChaosDatabase): Promise<void> {
  await database.run(
    "UPDATE source_cursor SET claimed_until = CASE WHEN claim IS NULL THEN claimed_until ELSE 0 END, next_attempt_at = 0 WHERE next_attempt_at IS NOT NULL",
  );
}

/** Resolves when the schedules of the server have read every journal to its end. */
export async function drained(database: ChaosDatabase): Promise<void> {
  const left = `SELECT COUNT(*) AS waiting FROM source_cursor c JOIN journal_head h ON h.scope_key = c.scope_key
    WHERE c.position < h.position`;
  await until(
    async () => (await database.run<{ readonly waiting: number }>(left))[0]?.waiting === 0,
    DRAIN_DEADLINE_MS,
  );
}

/** Resolves when each scope with a Memory can be searched by vectors alone: what kills left out was filled. */
export async function searchableByVectors(url: string, scopes: readonly ChaosScope[]): Promise<void> {
  const client = new PowerContextClient({ baseUrl: url });
  const isComplete = async ({ id }: ChaosScope): Promise<boolean> => {
    try {
      const { memory, mode } = await client.searchMemory({ scope_id: id, query: "statement", mode: "vector" });
      return memory === null || mode === "vector";
    } catch (error) {
      if (error instanceof PowerContextError && error.code === "capability_not_supported") return false;
      throw error;
    }
  };
  for (const scope of scopes) await until(() => isComplete(scope), VECTORS_DEADLINE_MS);
}

/** Reads a scope as its clients can, every citation of it included. */
export async function readFinalState(url: string, scope: ChaosScope, stored: StoredState): Promise<FinalState> {
  const client = new PowerContextClient({ baseUrl: url, timeoutMs: 60_000 });
  const scope_id = scope.id;
  const { revisions: history } = await client.listMemoryChanges({ scope_id, since_revision: 0 });
  const { entries } = await client.listMemoryEntries({ scope_id, include_inactive: true });
  const inHistory = history.flatMap(({ memory_ref, changes }) =>
    changes.map((change) => citationOf(memory_ref, change)),
  );
  const citations = [...inHistory, ...scope.answered.map(({ citation }) => citation)];
  const cited = new Map<string, Wire.MemoryEntry>();
  await forEach(new Map(citations.map((one) => [citationKey(one), one])).values(), async (citation) => {
    const entry = await client.getMemoryEntry({ scope_id, citation }).catch(missing);
    if (entry !== undefined) cited.set(citationKey(citation), entry);
  });
  const experiences: Wire.ExperienceArtifact[] = [];
  await forEach(stored.experiences, async (revision) => {
    experiences.push(await client.getExperience({ scope_id, artifact: { family: "experience", ...revision } }));
  });
  return {
    sources: stored.sources,
    cursors: stored.cursors,
    history,
    entries,
    cited,
    chain: { scopeId: scope_id, headHash: stored.headHash, revisions: stored.revisions },
    candidates: await allCandidates(client, scope_id),
    candidateVersions: stored.candidateVersions,
    experiences,
  };
}

/** Left out, so that the check says what it belongs to. */
function missing(error: unknown): undefined {
  if (error instanceof PowerContextError && error.status === 404) return undefined;
  throw error;
}

async function allCandidates(client: PowerContextClient, scope_id: string): Promise<readonly Wire.ArtifactCandidate[]> {
  const all: Wire.ArtifactCandidate[] = [];
  for (const status of ["pending", "approved", "rejected"] as const) {
    let cursor: string | null = null;
    do {
      const request: Wire.ListArtifactCandidatesRequest = { scope_id, status, cursor, limit: PAGE };
      const page: Wire.ListArtifactCandidatesResponse = await client.listArtifactCandidates(request);
      all.push(...page.candidates);
      cursor = page.next_cursor;
    } while (cursor !== null);
  }
  return all;
}

async function forEach<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const one = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: READERS }, one));
}
