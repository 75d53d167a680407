import { entryOf } from "../../support/scripted-memory.js";
import { checkFlushes } from "./flush.check.js";
import { checkJournal } from "./journal.check.js";
import { citationKey, type CaptureRecord } from "./ledger.js";
import type * as Wire from "../../../src/client/index.js";

type Outcome = CaptureRecord["outcome"];

const at = (position: number): Outcome => ({
  kind: "acknowledged",
  answer: { status: "accepted", source: { name: "content", source_id: "?" }, position },
});

const capture = (sourceId: string, outcome: Outcome, content = `content ${sourceId}`): CaptureRecord => ({
  sourceId,
  content,
  isReport: false,
  outcome,
});

const conflict: Outcome = { kind: "refused", code: "source_conflict", details: {} };

/** Three Sources: one sent twice, one of which nobody heard, and two captures that left nothing. */
function journal() {
  return {
    captures: [
      capture("a", { kind: "unknown" }),
      capture("a", at(1)),
      capture("a", conflict, "another"),
      capture("b", at(2)),
      capture("c", { kind: "unknown" }),
      capture("d", { kind: "unknown" }),
      capture("e", { kind: "unsent" }),
    ],
    stored: ["a", "b", "c"].map((sourceId, index) => ({
      sourceId,
      position: index + 1,
      content: `content ${sourceId}`,
    })),
  };
}

type Journal = ReturnType<typeof journal>;

describe("the check of the journal", () => {
  it("finds nothing wrong with a journal that its captures explain", () => {
    const { captures, stored } = journal();
    expect(checkJournal(captures, stored).faults).toEqual([]);
    expect(checkJournal(captures, stored).checks).toBeGreaterThan(12);
  });

  it.each<readonly [string, (journal: Journal) => unknown, string]>([
    [
      "a lost capture",
      ({ captures }) => captures.push(capture("f", at(4))),
      "an acknowledged capture is lost (position 4)",
    ],
    [
      "a gap in positions",
      ({ stored }) => (stored[2] = { ...stored[2]!, position: 4 }),
      "position 3 of the journal is 4",
    ],
    [
      "a Source that is stored twice",
      ({ stored }) => stored.push({ ...stored[0]!, position: 4 }),
      "a Source is stored twice",
    ],
    [
      "two answers for one Source",
      ({ captures }) => captures.push(capture("b", at(3))),
      "a capture was told position 3 and has another",
    ],
    [
      "another content",
      ({ stored }) => (stored[1] = { ...stored[1]!, content: "content" }),
      "the content at position 2 is not what was captured",
    ],
    [
      "a Source of nobody",
      ({ stored }) => stored.push({ sourceId: "e", position: 4, content: "content e" }),
      "nobody captured what stands at position 4",
    ],
    [
      "a capture that conflicts with itself",
      ({ captures }) => captures.push(capture("b", conflict)),
      "a capture conflicts with nothing",
    ],
  ])("sees %s", (_what, alter, fault) => {
    const violated = journal();
    alter(violated);
    expect(checkJournal(violated.captures, violated.stored).faults).toContain(fault);
  });
});

const processed = (from: number, to: number, end = 3): Wire.FlushMemoryResponse => ({
  status: "processed",
  previous_cursor: from,
  current_cursor: to,
  high_watermark: end,
  processed_source_count: to - from,
  memory: null,
});

/** The three Sources in two windows, each of which became one Revision. */
function flushed() {
  const { stored: sources } = journal();
  const memory_ref = (revision: number) => ({ family: "memory", artifact_id: "memory", revision });
  const changeOf = (id: string): Wire.EntryChange => ({
    op: "add",
    entry_id: id,
    from_entry_version_id: null,
    to_entry_version_id: `${id}.1`,
    reason: null,
  });
  const made = sources.map(({ sourceId, content, position }) => ({
    citation: { memory_ref: memory_ref(position < 3 ? 1 : 2), entry_id: sourceId, entry_version_id: `${sourceId}.1` },
    version: 1,
    kind: "fact",
    text: `${entryOf(content)} (reading ${String(position)})`,
    state: "active" as const,
    source_refs: [{ name: "content", source_id: sourceId }],
    artifact_refs: [],
  }));
  return {
    flushes: [processed(2, 3), processed(0, 2)],
    sources,
    cursors: [
      { binding: "memory" as const, position: 3 },
      { binding: "experience" as const, position: 3 },
    ],
    history: [
      { memory_ref: memory_ref(1), changes: [changeOf("a"), changeOf("b")] },
      { memory_ref: memory_ref(2), changes: [changeOf("c")] },
    ],
    cited: new Map<string, Wire.MemoryEntry>(made.map((entry) => [citationKey(entry.citation), entry])),
  };
}

type Flushed = ReturnType<typeof flushed>;

const entryAt = ({ cited }: Flushed, key: string): Wire.MemoryEntry => cited.get(key)!;

describe("the check of flushes", () => {
  it("finds nothing wrong when each Source has become one entry", () => {
    const { flushes, ...state } = flushed();
    expect(checkFlushes(flushes, state).faults).toEqual([]);
    expect(checkFlushes(flushes, state).checks).toBeGreaterThan(12);
  });

  it.each<readonly [string, (flushed: Flushed) => unknown, string]>([
    ["a Source that was left out", ({ history }) => history.pop(), "Source 3 became 0 entries"],
    [
      "a window that had its effect twice",
      (state) => {
        const { history, cited } = state;
        history[1] = {
          ...history[1]!,
          changes: [...history[1]!.changes, { ...history[1]!.changes[0]!, entry_id: "d" }],
        };
        cited.set("2 d c.1", entryAt(state, "2 c c.1"));
      },
      "Source 3 became 2 entries",
    ],
    [
      "an entry of no Source",
      (state) => state.cited.set("2 c c.1", { ...entryAt(state, "2 c c.1"), text: "invented" }),
      "a flush made an entry of no Source",
    ],
    [
      "an entry that names another Source",
      (state) => state.cited.set("2 c c.1", { ...entryAt(state, "2 c c.1"), source_refs: [] }),
      "the entry of Source 3 names another",
    ],
    [
      "a window that two were told",
      ({ flushes }) => flushes.push(processed(1, 3)),
      "the window 1 to 3 was processed twice",
    ],
    [
      "a window beyond the journal",
      ({ flushes }) => (flushes[0] = processed(2, 3, 2)),
      "the window 2 to 3 goes beyond the journal",
    ],
    [
      "a cursor beyond the journal",
      ({ cursors }) => (cursors[1] = { binding: "experience", position: 4 }),
      "the cursor of experience is not at the end of the journal",
    ],
    [
      "a flush that revised something",
      ({ history }) => (history[1] = { ...history[1]!, changes: [{ ...history[1]!.changes[0]!, op: "revise" }] }),
      "a flush did a revise in Revision 2",
    ],
  ])("sees %s", (_what, alter, fault) => {
    const violated = flushed();
    alter(violated);
    const { flushes, ...state } = violated;
    expect(checkFlushes(flushes, state).faults).toContain(fault);
  });
});
