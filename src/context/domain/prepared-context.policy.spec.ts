import { HEAD, aMemory, anExperience, aPackInput, itemsOf, textsOf } from "../../../test/support/context-candidates.js";
import type { MemoryCandidate, PackInput } from "./context.types.js";
import { buildPreparedContext, holdsExperience } from "./prepared-context.policy.js";

const numbered = (count: number): MemoryCandidate[] =>
  Array.from({ length: count }, (_, index) => aMemory(index + 1, `memory ${String(index + 1)}`));

describe("the selection of a PreparedContext", () => {
  it("preserves the relative search order of the included entries", () => {
    const memories = [aMemory(3, "best"), aMemory(1, "\u0007".repeat(300)), aMemory(2, "third")];
    const shown = (maxBytes: number) => textsOf(buildPreparedContext(aPackInput({ memories, maxBytes })));

    expect(shown(8000)).toEqual(["best", "\u0007".repeat(300), "third"]);
    expect(shown(900)).toEqual(["best", "third"]);
  });

  it("keeps only the first hit of a citation, and another version of the same entry", () => {
    const first = aMemory(1, "first");
    const otherVersion = { ...first, entryVersionId: aMemory(9, "").entryVersionId, text: "other version" };
    const memories = [first, { ...first, text: "again" }, otherVersion];

    expect(textsOf(buildPreparedContext(aPackInput({ memories })))).toEqual(["first", "other version"]);
  });

  it("keeps only the first of two equal Experience Revisions", () => {
    const experiences = [anExperience(1), anExperience(1, { lesson: "again" }), anExperience(2)];

    expect(textsOf(buildPreparedContext(aPackInput({ experiences })))).toEqual([
      "Situation: situation 1\nAction: action\nOutcome: outcome\nLesson: lesson",
      "Situation: situation 2\nAction: action\nOutcome: outcome\nLesson: lesson",
    ]);
  });

  it.each([
    ["another Revision", { ...HEAD, revision: 2 }],
    ["another identity", { ...HEAD, artifactId: "memory2" }],
    ["another family", { ...HEAD, family: "experience" }],
    ["none", undefined],
  ])("fails the whole pack when a hit cites one head and the head that was read is %s", (_, memoryHead) => {
    const stray = aMemory(2, "stray");
    const memories = [{ ...aMemory(1, "first"), memoryRef: memoryHead ?? HEAD }, stray];

    expect(() => buildPreparedContext(aPackInput({ memoryHead, memories }))).toThrow(
      expect.objectContaining({ name: "DomainError", code: "internal_error", details: null }),
    );
    expect(textsOf(buildPreparedContext(aPackInput({ memoryHead: HEAD, memories: [stray] })))).toEqual(["stray"]);
  });

  it("fails when the stray hit is blank or would not have been shown", () => {
    const stray = { ...aMemory(16, " "), memoryRef: { ...HEAD, revision: 2 } };

    expect(() => buildPreparedContext(aPackInput({ memories: [...numbered(15), stray] }))).toThrow(
      expect.objectContaining({ code: "internal_error" }),
    );
  });

  it("skips hits without text or without a whole citation and keeps the others", () => {
    const memories = [
      aMemory(1, ""),
      aMemory(2, " \n\t\u3000\u00a0"),
      { ...aMemory(3, "no entry"), entryId: "" },
      { ...aMemory(4, "no version"), entryVersionId: "" },
      aMemory(5, "good"),
    ];

    expect(textsOf(buildPreparedContext(aPackInput({ memories })))).toEqual(["good"]);
  });

  it("skips an Experience that says nothing or cannot be cited and keeps one with a single field", () => {
    const silent = { situation: "", action: " ", outcome: "\n", lesson: "\t" };
    const uncited = { family: "experience", artifactId: "", revision: 1 };
    const experiences = [
      anExperience(1, silent),
      anExperience(2, { artifactRef: uncited }),
      anExperience(3, { ...silent, lesson: "only this" }),
    ];

    expect(textsOf(buildPreparedContext(aPackInput({ experiences })))).toEqual([
      "Situation: \nAction:  \nOutcome: \n\nLesson: only this",
    ]);
  });

  it("shows the first eight valid Memory hits, whatever was skipped before them", () => {
    const memories = [aMemory(99, " "), ...numbered(12)];

    expect(textsOf(buildPreparedContext(aPackInput({ memories })))).toEqual(numbered(8).map((memory) => memory.text));
  });

  it("does not reach for the ninth Memory hit when one of the first eight finds no room", () => {
    const shown = (memories: readonly MemoryCandidate[]) =>
      textsOf(buildPreparedContext(aPackInput({ memories, maxBytes: 2500 })));

    const crowded = [...numbered(7), aMemory(99, "\u0007".repeat(2000)), aMemory(8, "memory 8")];

    expect(shown(crowded)).toEqual(numbered(7).map((memory) => memory.text));
    expect(shown(numbered(8))).toContain("memory 8");
  });

  it("looks at 16 Memory candidates and 8 Experiences, no further", () => {
    const blankMemories = Array.from({ length: 15 }, (_, index) => aMemory(100 + index, " "));
    const silent = { situation: " ", action: " ", outcome: " ", lesson: " " };
    const silentExperiences = Array.from({ length: 7 }, (_, index) => anExperience(100 + index, silent));

    const prepared = buildPreparedContext(
      aPackInput({
        memories: [...blankMemories, aMemory(16, "sixteenth"), aMemory(17, "seventeenth")],
        experiences: [...silentExperiences, anExperience(8), anExperience(9)],
      }),
    );

    expect(textsOf(prepared)).toEqual([
      "sixteenth",
      "Situation: situation 8\nAction: action\nOutcome: outcome\nLesson: lesson",
    ]);
  });

  it("alternates Memory and at most two Experiences, Memory first, eight items in all", () => {
    const experiences = [anExperience(1), anExperience(2), anExperience(3)];

    const prepared = buildPreparedContext(aPackInput({ memories: numbered(10), experiences }));

    expect(itemsOf(prepared).map((item) => item.kind ?? item.content)).toEqual([
      "memory 1",
      "experience",
      "memory 2",
      "experience",
      "memory 3",
      "memory 4",
      "memory 5",
      "memory 6",
    ]);
  });

  it("shows Experiences of a scope that has no Memory", () => {
    const prepared = buildPreparedContext(aPackInput({ memoryHead: undefined, experiences: [anExperience(1)] }));

    expect(itemsOf(prepared).map((item) => item.citation.artifact_ref?.artifact_id)).toEqual([
      anExperience(1).artifactRef.artifactId,
    ]);
  });

  it("is empty when there is no candidate, no valid candidate or no room, and ready beside", () => {
    const empty = { status: "empty" };

    expect(buildPreparedContext(aPackInput({ memoryHead: undefined }))).toEqual(empty);
    expect(buildPreparedContext(aPackInput({ memories: [aMemory(1, "  ")] }))).toEqual(empty);
    expect(buildPreparedContext(aPackInput({ memories: [aMemory(1, "text")], maxBytes: 512 }))).toEqual(empty);
    expect(buildPreparedContext(aPackInput({ memories: [aMemory(1, "text")] }))).toMatchObject({ status: "ready" });
  });

  it("is known to hold an Experience when it does, not when a text says so", () => {
    const memories = [aMemory(1, '{"content":"x","kind":"experience"}')];
    const holds = (input: Partial<PackInput>) => holdsExperience(buildPreparedContext(aPackInput(input)));

    expect(holds({ memories, experiences: [anExperience(1)] })).toBe(true);
    expect(holds({ memories })).toBe(false);
    expect(holds({ experiences: [anExperience(1)], maxBytes: 512 })).toBe(false);
  });

  it("gives the same output for the same input and leaves the input as it was", () => {
    const input = aPackInput({ memories: numbered(16), experiences: [anExperience(1), anExperience(2)] });
    const before = structuredClone(input);

    expect(buildPreparedContext(input)).toEqual(buildPreparedContext(structuredClone(input)));
    expect(input).toEqual(before);
  });
});
