import type * as Wire from "../../../src/client/index.js";
import { entryOf } from "../../support/scripted-memory.js";
import { Findings, groupBy } from "./findings.js";
import { citationKey, citationOf, type FinalState } from "./ledger.js";
import { unmarked } from "./model.js";

type FlushedState = Pick<FinalState, "sources" | "cursors" | "history" | "cited">;

/**
 * After a model that makes one entry of each Source has read everything: each Source has become one entry, once, that names
 * it; no two flushes were told the same window; and no cursor is beyond the end of its journal.
 */
export function checkFlushes(flushes: readonly Wire.FlushMemoryResponse[], state: FlushedState): Findings {
  const findings = new Findings();
  const made = groupBy(flushedEntries(state, findings), (entry) => entry && unmarked(entry.text));
  for (const { sourceId, content, position } of state.sources) {
    const entries = made.get(entryOf(content)) ?? [];
    findings.hold(entries.length === 1, `Source ${String(position)} became ${String(entries.length)} entries`);
    const named = entries[0]?.source_refs.map(({ source_id }) => source_id) ?? [];
    findings.hold(named.length === 1 && named[0] === sourceId, `the entry of Source ${String(position)} names another`);
  }
  const sources = new Set<string | undefined>(state.sources.map(({ content }) => entryOf(content)));
  for (const text of made.keys()) findings.hold(sources.has(text), "a flush made an entry of no Source");
  checkWindows(flushes, findings);
  for (const { position, binding } of state.cursors) {
    findings.hold(position === state.sources.length, `the cursor of ${binding} is not at the end of the journal`);
  }
  return findings;
}

function flushedEntries(
  { history, cited }: FlushedState,
  findings: Findings,
): readonly (Wire.MemoryEntry | undefined)[] {
  return history.flatMap(({ memory_ref, changes }) =>
    changes
      .filter(({ reason }) => reason === null)
      .map((change) => {
        findings.hold(change.op === "add", `a flush did a ${change.op} in Revision ${String(memory_ref.revision)}`);
        return cited.get(citationKey(citationOf(memory_ref, change)));
      }),
  );
}

function checkWindows(flushes: readonly Wire.FlushMemoryResponse[], findings: Findings): void {
  const windows = flushes
    .filter(({ status }) => status === "processed")
    .toSorted((left, right) => left.previous_cursor - right.previous_cursor);
  windows.forEach(({ previous_cursor: from, current_cursor: to, high_watermark: end }, index) => {
    const window = `${String(from)} to ${String(to)}`;
    findings.hold(to <= end, `the window ${window} goes beyond the journal`);
    findings.hold(from >= (windows[index - 1]?.current_cursor ?? 0), `the window ${window} was processed twice`);
  });
}
