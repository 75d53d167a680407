import type { components } from "../../src/client/generated/openapi.js";
import { Api, type ScopeApi } from "./api.js";
import { storedCursors, type Reader } from "./cursors.js";
import { entryOf } from "./scripted-memory.js";
import { readDatabase } from "./test-database.js";

type Page = components["schemas"]["ListArtifactCandidatesResponse"];

interface StoredSource {
  readonly scope: string;
  readonly sourceId: string;
  readonly content: string;
}

/** Whether every scope's cursor of this reader stands at the end of its journal. */
export async function isAllProcessed(dataDir: string, reader?: Reader): Promise<boolean> {
  return (await storedCursors(dataDir, reader)).every(({ position, watermark }) => position === watermark);
}

/** The same of Experience, for a model that makes one proposal of each window: Sources of no Candidate, or of several. */
export async function incubationFaults(dataDir: string, url: string): Promise<readonly string[]> {
  const sources = await readDatabase<StoredSource>(dataDir, SOURCES);
  const faults: string[] = [];
  for (const scope of new Set(sources.map((source) => source.scope))) {
    const candidates = await pendingIn(new Api(url).scope(scope));
    const named = candidates.flatMap(({ source_refs }) => source_refs.map(({ source_id }) => source_id)).sort();
    const expected = sources.filter((source) => source.scope === scope).map((source) => source.sourceId);
    if (JSON.stringify(named) !== JSON.stringify(expected.sort())) {
      faults.push(`${scope}: ${String(expected.length)} Sources, ${String(named.length)} named by Candidates`);
    }
  }
  return faults;
}

async function pendingIn(scope: ScopeApi): Promise<Page["candidates"]> {
  const candidates: Page["candidates"][number][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { body } = await scope.call("list_artifact_candidates", { limit: 100, ...(cursor && { cursor }) });
    const page = body as Page;
    candidates.push(...page.candidates);
    cursor = page.next_cursor;
  }
  return candidates;
}

/**
 * What is wrong after a model that makes one entry of each Source has read everything: Sources without an entry, entries
 * without a Source, and Sources that had their effect twice; in one scope if it is named.
 */
export async function flushFaults(dataDir: string, url: string, scopeId?: string): Promise<readonly string[]> {
  const sources = await readDatabase<StoredSource>(dataDir, SOURCES);
  const faults: string[] = [];
  for (const scope of scopeId === undefined ? new Set(sources.map((source) => source.scope)) : [scopeId]) {
    const expected = sources.filter((source) => source.scope === scope).map(({ content }) => entryOf(content));
    const { entries } = await new Api(url).scope(scope).list({ include_inactive: true });
    const found = entries.map(({ text }) => text);
    if (JSON.stringify([...expected].sort()) !== JSON.stringify([...found].sort())) {
      faults.push(`${scope}: ${String(expected.length)} Sources, ${String(found.length)} entries`);
    }
  }
  return faults;
}

const SOURCES = `SELECT CAST(o.scope_id AS CHAR) AS scope, CAST(s.source_id AS CHAR) AS sourceId, s.content
  FROM source s JOIN scope o ON o.scope_key = s.scope_key ORDER BY s.scope_key, s.position`;
