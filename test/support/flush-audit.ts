import { Api } from "./api.js";
import { storedCursors } from "./cursors.js";
import { entryOf } from "./scripted-memory.js";
import { readDatabase } from "./test-database.js";

interface StoredSource {
  readonly scope: string;
  readonly content: string;
}

/** Whether every scope's cursor stands at the end of its journal. */
export async function isAllProcessed(dataDir: string): Promise<boolean> {
  return (await storedCursors(dataDir)).every(({ position, watermark }) => position === watermark);
}

/**
 * What is wrong after a model that makes one entry of each Source has read everything: Sources without an entry, entries
 * without a Source, and Sources that had their effect twice.
 */
export async function flushFaults(dataDir: string, url: string): Promise<readonly string[]> {
  const sources = await readDatabase<StoredSource>(dataDir, SOURCES);
  const faults: string[] = [];
  for (const scope of new Set(sources.map((source) => source.scope))) {
    const expected = sources.filter((source) => source.scope === scope).map(({ content }) => entryOf(content));
    const { entries } = await new Api(url).scope(scope).list({ include_inactive: true });
    const found = entries.map(({ text }) => text);
    if (JSON.stringify([...expected].sort()) !== JSON.stringify([...found].sort())) {
      faults.push(`${scope}: ${String(expected.length)} Sources, ${String(found.length)} entries`);
    }
  }
  return faults;
}

const SOURCES = `SELECT CAST(o.scope_id AS CHAR) AS scope, s.content
  FROM source s JOIN scope o ON o.scope_key = s.scope_key ORDER BY s.scope_key, s.position`;
