import type * as Wire from "../../../src/client/index.js";
import { citationKey, type MemoryWrite, type Outcome } from "./ledger.js";
import { checkMemory } from "./memory.check.js";

const memory = (revision: number): Wire.ArtifactReference => ({ family: "memory", artifact_id: "memory", revision });

interface At {
  readonly revision: number;
  readonly version?: number;
  readonly state?: "inactive";
}

function entry(id: string, text: string, at: At): Wire.MemoryEntry {
  const { revision, version = 1, state = "active" } = at;
  const citation = { memory_ref: memory(revision), entry_id: id, entry_version_id: `${id}.${String(version)}` };
  return { citation, version, kind: "fact", text, state, source_refs: [], artifact_refs: [] };
}

function change(
  op: Wire.EntryChange["op"],
  reason: string | null,
  from: string | null,
  to: string | null,
): Wire.EntryChange {
  const entry_id = (to ?? from ?? "").split(".")[0] ?? "";
  return { op, entry_id, from_entry_version_id: from, to_entry_version_id: to, reason };
}

const done = (answered: Wire.MemoryEntry): Outcome<Wire.RememberMemoryResponse> => ({
  kind: "acknowledged",
  answer: { memory: answered.citation.memory_ref, entry: answered },
});

const refused = (code: string, details = {}): Outcome<never> => ({ kind: "refused", code, details });

const write = (
  operation: MemoryWrite["operation"],
  reason: string,
  said: { text?: string; base?: number; outcome: MemoryWrite["outcome"] },
): MemoryWrite => ({ text: undefined, base: undefined, ...said, operation, reason });

/** Two entries: one revised, and one retired by a call of which nobody heard. Nothing is wrong. */
function story() {
  const one = entry("a", "one", { revision: 1 });
  const two = entry("a", "two", { revision: 2, version: 2 });
  const three = entry("b", "three", { revision: 3 });
  const gone = entry("b", "three", { revision: 4, state: "inactive" });
  return {
    writes: [
      write("remember", "r1", { text: "one", outcome: done(one) }),
      write("revise", "r2", { text: "two", base: 1, outcome: done(two) }),
      write("revise", "r2b", {
        text: "2",
        base: 1,
        outcome: refused("revision_conflict", { current_revision: 2 }),
      }),
      write("remember", "r3", { text: "three", outcome: done(three) }),
      write("remember", "r3b", { text: "three", outcome: done(three) }),
      write("retire", "r4", { base: 3, outcome: { kind: "unknown" } }),
      write("remember", "r5", { text: "five", outcome: { kind: "unknown" } }),
      write("remember", "r6", { text: "six", outcome: { kind: "unsent" } }),
    ],
    history: [
      { memory_ref: memory(1), changes: [change("add", "r1", null, "a.1")] },
      { memory_ref: memory(2), changes: [change("revise", "r2", "a.1", "a.2")] },
      { memory_ref: memory(3), changes: [change("add", "r3", null, "b.1")] },
      { memory_ref: memory(4), changes: [change("deactivate", "r4", "b.1", null)] },
    ],
    entries: [entry("a", "two", { revision: 4, version: 2 }), gone],
    cited: new Map<string, Wire.MemoryEntry>([one, two, three, gone].map((each) => [citationKey(each.citation), each])),
  };
}

type Story = ReturnType<typeof story>;

const faultsOf = ({ writes, ...state }: Story): readonly string[] => checkMemory(writes, state).faults;

const told = (outcome: MemoryWrite["outcome"], index: number) => (story: Story) => {
  story.writes[index] = { ...story.writes[index]!, outcome };
};

/** Adds a Revision with this change at the end, of an entry that says this. */
const appended = (one: Wire.EntryChange, text: string, more: Wire.EntryChange[] = []) => {
  return ({ history, cited }: Story) => {
    const memory_ref = memory(history.length + 1);
    history.push({ memory_ref, changes: [one, ...more] });
    for (const { entry_id, to_entry_version_id: to } of [one, ...more]) {
      const version = Number(to?.split(".")[1] ?? 1);
      const added = entry(entry_id, text, { revision: memory_ref.revision, version });
      cited.set(citationKey(added.citation), added);
    }
  };
};

const unknownOf = (operation: MemoryWrite["operation"], reason: string, text: string) => (story: Story) => {
  story.writes.push(write(operation, reason, { text, outcome: { kind: "unknown" } }));
};

describe("the check of Memory", () => {
  it("finds nothing wrong with a history that its writes explain", () => {
    const { writes, ...state } = story();
    expect(checkMemory(writes, state)).toMatchObject({ faults: [], checks: expect.any(Number) });
    expect(checkMemory(writes, state).checks).toBeGreaterThan(40);
  });

  const lost = done(entry("c", "six", { revision: 5 }));
  const violations: readonly (readonly [string, readonly ((story: Story) => void)[], string])[] = [
    ["a lost write", [told(lost, 7)], "an acknowledged remember is lost (Revision 5)"],
    ["a doubled effect", [appended(change("add", "r1", null, "c.1"), "one")], "a remember had its effect 2 times"],
    [
      "a write that was refused and done",
      [told(refused("overloaded"), 0)],
      "a remember was refused (overloaded) and done",
    ],
    [
      "a write that reached nobody and was done",
      [told({ kind: "unsent" }, 0)],
      "a remember that reached nobody was done",
    ],
    ["a write of nobody", [({ writes }) => writes.splice(5, 1)], "nobody wrote Revision 4"],
    ["a gap in Revisions", [({ history }) => history.splice(2, 1)], "Revision 3 is 4"],
    [
      "a Revision that was acknowledged to two callers",
      [
        unknownOf("remember", "r7", "seven"),
        appended(change("add", "r7", null, "c.1"), "seven"),
        told(done(entry("c", "seven", { revision: 1 })), 8),
      ],
      "Revision 1 was acknowledged to 2 callers",
    ],
    [
      "two writes in one Revision",
      [
        unknownOf("remember", "r7", "seven"),
        appended(change("add", "r5", null, "c.1"), "five", [change("add", "r7", null, "d.1")]),
      ],
      "Revision 5 is of more than one write",
    ],
    [
      "a resurrected entry",
      [unknownOf("revise", "r7", "again"), appended(change("revise", "r7", "b.1", "b.2"), "again")],
      "Revision 5 cannot revise what was there",
    ],
    [
      "an entry that is added where one was",
      [appended(change("add", "r5", null, "a.1"), "five")],
      "Revision 5 cannot add what was there",
    ],
    [
      "a revision on a version that is not the current one",
      [unknownOf("revise", "r7", "again"), appended(change("revise", "r7", "a.1", "a.3"), "again")],
      "Revision 5 cannot revise what was there",
    ],
    [
      "a sentence that is remembered twice",
      [unknownOf("remember", "r7", "two"), appended(change("add", "r7", null, "c.1"), "two")],
      "Revision 5 says what another entry says",
    ],
    [
      "a text that is not what was said",
      [({ cited }) => cited.set("2 a a.2", entry("a", "too", { revision: 2, version: 2 }))],
      "the text of a revise is not what was said",
    ],
    [
      "a citation that resolves to another state",
      [({ cited }) => cited.set("1 a a.1", entry("a", "one", { revision: 1, state: "inactive" }))],
      "a citation of Revision 1 resolves to something else",
    ],
    [
      "a citation that resolves to nothing",
      [({ cited }) => cited.delete("2 a a.2")],
      "a citation of Revision 2 resolves to something else",
    ],
    [
      "a write that did not follow the Revision it named",
      [({ writes }) => (writes[1] = { ...writes[1]!, base: 2 })],
      "a revise did not follow the Revision it named",
    ],
    [
      "an answer that names another entry",
      [told(done(entry("b", "one", { revision: 1 })), 0)],
      "a remember was told another entry than it changed",
    ],
    [
      "a conflict with nothing",
      [told(refused("revision_conflict", { current_revision: 1 }), 2)],
      "a revise was refused (revision_conflict) without a reason for it",
    ],
    [
      "an entry missing in the list",
      [({ entries }) => entries.splice(0, 1)],
      "the list has not the entries of the history",
    ],
    [
      "an entry in the list that the history does not explain",
      [({ entries }) => (entries[1] = entry("b", "three", { revision: 4 }))],
      "an entry is not what the history makes of it",
    ],
  ];

  it.each(violations)("sees %s", (_what, changes, fault) => {
    const violated = story();
    for (const alter of changes) alter(violated);
    expect(faultsOf(violated)).toContain(fault);
  });
});
