import { admit, MOST_CANDIDATES, readCandidates, type AdmissionState } from "./candidate-admission.policy.js";
import type { Candidate, ProposedCandidate } from "./candidate.types.js";
import type { StoredEntry } from "./stored-entry.js";

const source = (number: number) => ({ name: "content", sourceId: `s-${String(number)}` });

const stored = (entry: number, fields: Partial<StoredEntry> = {}): StoredEntry => ({
  entry,
  entryId: Buffer.alloc(16, entry),
  version: 1,
  versionId: Buffer.alloc(16, 100 + entry),
  state: "active",
  content: { kind: "fact", text: `text ${String(entry)}`, sourceRefs: [], artifactRefs: [] },
  ...fields,
});

const shown = {
  sources: new Map([1, 2, 3].map((number) => [number, source(number)])),
  entries: new Map([
    ["e1", stored(1)],
    ["e3", stored(3)],
  ]),
  redacted: new Set(["e3"]),
  wordsIn: (text: string) => text.match(/\p{L}{4,}/gu)?.length ?? 0,
};

const proposal = (fields: Partial<ProposedCandidate> = {}): ProposedCandidate => ({
  op: "add",
  handle: undefined,
  kind: "fact",
  text: "Releases go out on Tuesdays.",
  sources: [1],
  ...fields,
});

describe("candidates judged by themselves", () => {
  const outcome = (fields: Partial<ProposedCandidate>) => {
    const { kept, dropped } = readCandidates([proposal(fields)], shown);
    return kept[0] ?? dropped[0];
  };

  it("are normalised as a caller's statement is, on the Sources they name", () => {
    expect(outcome({ kind: " fact ", text: " cafe\u0301\n", sources: [2, 1, 2] })).toEqual({
      op: "add",
      kind: "fact",
      text: "caf\u00e9",
      evidence: [source(2), source(1)],
    });
  });

  it.each([
    ["a blank text", { text: " \n" }, "invalid"],
    ["a blank kind", { kind: "\u3000" }, "invalid"],
    ["a kind of 129 characters", { kind: "k".repeat(129) }, "invalid"],
    ["a text of 8193 bytes", { text: "é".repeat(4096) + "a" }, "invalid"],
    ["a lone surrogate", { text: "a\ud800b" }, "invalid"],
    ["a secret as kind", { kind: "password=hunter22" }, "invalid"],
    ["nothing but a secret", { text: "<private>all of it</private>" }, "invalid"],
    ["what is left of a secret", { text: "The password is hunter22" }, "invalid"],
    ["what a secret was taken out of before", { text: "Remember [redacted]" }, "invalid"],
    ["nothing to be seen", { text: "\u200b\u2060" }, "invalid"],
    ["a kind of which nothing is to be seen", { kind: "\ufeff\u200b" }, "invalid"],
    ["no Source", { sources: [] }, "unsupported"],
    ["Sources that are not in the window", { sources: [0, 4, -1, 1e15] }, "unsupported"],
    ["an entry that was not shown", { op: "revise", handle: "e2" }, "stale"],
    ["an entry that was shown without its secret", { op: "revise", handle: "e3" }, "redacted"],
    ["no entry to revise", { op: "revise", handle: undefined }, "stale"],
  ] as const)("are dropped with %s", (_, fields, reason) => {
    expect(outcome(fields)).toBe(reason);
  });

  it("pass at the limits that callers have", () => {
    expect(outcome({ kind: "k".repeat(128), text: "é".repeat(4096) })).toMatchObject({ op: "add" });
    expect(outcome({ op: "revise", handle: "e1" })).toMatchObject({ op: "revise", seen: stored(1) });
  });

  it("lose their secrets, which are counted", () => {
    const read = readCandidates([proposal({ text: "The password is hunter22, on the vault host below." })], shown);
    expect(read).toMatchObject({
      kept: [{ text: "The password is [redacted], on the vault host below." }],
      redactions: 1,
    });
  });

  it("lose their invisible characters", () => {
    expect(outcome({ kind: "fa\u200bct", text: "Rel\u00adeases go\u202e out." })).toMatchObject({
      kind: "fact",
      text: "Releases go out.",
    });
  });

  it("leave out unknown Sources beside known ones", () => {
    expect(outcome({ sources: [9, 3] })).toMatchObject({ evidence: [source(3)] });
  });

  it("are dropped beyond the most a window may propose", () => {
    const many = Array.from({ length: MOST_CANDIDATES + 2 }, (_, index) => proposal({ text: `fact ${String(index)}` }));
    const read = readCandidates(many, shown);
    expect(read.kept).toHaveLength(MOST_CANDIDATES);
    expect(read.dropped).toEqual(["excess", "excess"]);
  });
});

describe("candidates judged against the current state", () => {
  const nothing: AdmissionState = {
    currentOf: (seen) => seen,
    activeLike: () => [],
    isSuperseded: () => false,
    isEnded: () => false,
    areAlike: (left, right) => left.toLowerCase() === right.toLowerCase(),
  };
  const add = (text: string, kind = "fact"): Candidate => ({ op: "add", kind, text, evidence: [source(1)] });
  const revise = (seen: StoredEntry, text: string, kind = "fact"): Candidate => ({
    op: "revise",
    seen,
    kind,
    text,
    evidence: [source(2)],
  });
  const reasons = (candidates: readonly Candidate[], state: Partial<AdmissionState> = {}) =>
    admit(candidates, { ...nothing, ...state }).dropped;

  it("become changes, with evidence unique and in order", () => {
    const b = { ...add("b"), evidence: [source(3), source(1), source(3)] };
    expect(admit([add("a"), b], nothing)).toEqual({
      kept: [
        { op: "add", content: { kind: "fact", text: "a", sourceRefs: [source(1)], artifactRefs: [] } },
        { op: "add", content: { kind: "fact", text: "b", sourceRefs: [source(1), source(3)], artifactRefs: [] } },
      ],
      dropped: [],
    });
  });

  it("revise an entry that is as it was seen, and join the evidence", () => {
    const content = { kind: "fact", text: "old", sourceRefs: [source(3)], artifactRefs: [] };
    const current = stored(1, { content });
    expect(admit([revise(current, "new", "decision")], nothing).kept).toEqual([
      {
        op: "revise",
        current,
        content: { ...content, kind: "decision", text: "new", sourceRefs: [source(2), source(3)] },
      },
    ]);
  });

  it("stand on the new evidence alone where both are more than 32", () => {
    const sourceRefs = Array.from({ length: 32 }, (_, index) => source(100 + index));
    const current = stored(1, { content: { ...stored(1).content, sourceRefs } });
    expect(admit([revise(current, "new")], nothing).kept).toMatchObject([{ content: { sourceRefs: [source(2)] } }]);
    const fewer = stored(1, { content: { ...stored(1).content, sourceRefs: sourceRefs.slice(1) } });
    expect(admit([revise(fewer, "new")], nothing).kept[0]?.content.sourceRefs).toHaveLength(32);
  });

  it.each([
    ["is gone", undefined],
    ["is inactive", stored(1, { state: "inactive" })],
    ["has another version", stored(1, { versionId: Buffer.alloc(16, 7), version: 2 })],
  ])("are never rebased on an entry that %s", (_, current) => {
    expect(reasons([revise(stored(1), "new")], { currentOf: () => current })).toEqual(["stale"]);
    expect(reasons([revise(stored(1), "new")])).toEqual([]);
  });

  it("change an entry once", () => {
    expect(reasons([revise(stored(1), "new"), revise(stored(1), "newer"), revise(stored(2), "other")])).toEqual([
      "stale",
    ]);
  });

  it("are duplicates of an active entry like them, whatever the kind", () => {
    const state = { activeLike: (text: string) => (text === "said" ? [5] : []) };
    expect(reasons([add("said", "decision"), add("new")], state)).toEqual(["duplicate"]);
    expect(reasons([revise(stored(1), "said")], state)).toEqual(["duplicate"]);
  });

  it("are duplicates of an earlier candidate, added or revised", () => {
    expect(reasons([add("a"), add("a", "decision"), revise(stored(1), "a")])).toEqual(["duplicate", "duplicate"]);
    expect(reasons([revise(stored(1), "b"), add("b")])).toEqual(["duplicate"]);
  });

  it("are duplicates of an earlier candidate that is like them", () => {
    expect(reasons([add("a"), add("A"), revise(stored(1), "A"), add("b")])).toEqual(["duplicate", "duplicate"]);
  });

  it("do not add what an active entry said before it was revised, but may revise back to it", () => {
    const isSuperseded = (text: string): boolean => text === "old";
    expect(reasons([add("old"), add("new")], { isSuperseded })).toEqual(["duplicate"]);
    expect(reasons([revise(stored(1), "old")], { isSuperseded })).toEqual([]);
  });

  it("change nothing with the same kind and text, but may change the kind alone", () => {
    const state = { activeLike: (text: string) => (text === "text 1" ? [1] : []) };
    expect(reasons([revise(stored(1), "text 1")], state)).toEqual(["duplicate"]);
    expect(reasons([revise(stored(1), "text 1", "decision")], { ...state, isEnded: () => true })).toEqual([]);
  });

  it("do not bring back what a person ended, unless it is active again", () => {
    const isEnded = (text: string): boolean => text === "dead";
    expect(reasons([add("dead"), add("alive")], { isEnded })).toEqual(["retired"]);
    expect(reasons([revise(stored(1), "dead")], { isEnded })).toEqual(["retired"]);
    expect(reasons([add("dead")], { isEnded, activeLike: () => [3] })).toEqual(["duplicate"]);
  });
});
