import { requireEvidenceCount, missingEvidence, uniqueEvidence } from "./evidence.policy.js";

const source = (sourceId: string, name = "content") => ({ name, sourceId });
const artifact = (family: string, artifactId: string, revision: number) => ({ family, artifactId, revision });
const HEX = "0123456789abcdef".repeat(2);
const found = {
  sourceIds: new Set(["a", "b"]),
  memoryRevision: 3,
  experienceRevisions: new Map([[HEX, 2]]),
};

describe("the evidence of a proposal", () => {
  it.each([
    [0, 0, "source_refs"],
    [1, 0, undefined],
    [0, 1, undefined],
    [16, 16, undefined],
    [32, 0, undefined],
    [33, 0, "source_refs"],
    [0, 33, "artifact_refs"],
    [31, 2, "artifact_refs"],
  ])("of %i Sources and %i Artifacts is refused in the field %s", (sources, artifacts, field) => {
    const evidence = {
      sourceRefs: Array.from({ length: sources }, () => source("a")),
      artifactRefs: Array.from({ length: artifacts }, () => artifact("memory", "memory", 1)),
    };
    const check = () => {
      requireEvidenceCount(evidence);
    };
    if (field === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ details: { errors: [expect.objectContaining({ field })] } }));
  });

  it("counts a reference once, where it was named first, and tells apart what differs in one part", () => {
    const sourceRefs = [source("b"), source("a"), source("b"), source("b", "file")];
    const artifactRefs = [
      artifact("memory", "memory", 2),
      artifact("memory", "memory", 1),
      artifact("memory", "memory", 2),
    ];
    expect(uniqueEvidence({ sourceRefs, artifactRefs })).toEqual({
      sourceRefs: [source("b"), source("a"), source("b", "file")],
      artifactRefs: [artifact("memory", "memory", 2), artifact("memory", "memory", 1)],
    });
  });

  it.each([
    ["a Revision of the Memory up to its head", artifact("memory", "memory", 3), true],
    ["a Revision of the Memory above its head", artifact("memory", "memory", 4), false],
    ["another identity in the family of the Memory", artifact("memory", "other", 1), false],
    ["a Revision of an Experience up to its head", artifact("experience", `exp_${HEX}`, 2), true],
    ["a Revision of an Experience above its head", artifact("experience", `exp_${HEX}`, 3), false],
    ["an Experience by an id in capitals", artifact("experience", `exp_${HEX.toUpperCase()}`, 1), false],
    ["an Experience under another family", artifact("skill", `exp_${HEX}`, 1), false],
  ])("knows of %s whether it is there", (_what, reference, isThere) => {
    const problems = missingEvidence({ sourceRefs: [source("a")], artifactRefs: [reference] }, found);
    expect(problems.map(({ field }) => field)).toEqual(isThere ? [] : ["artifact_refs.0"]);
  });

  it("names each missing reference by its place in the request", () => {
    const evidence = { sourceRefs: [source("x"), source("a"), source("b", "file")], artifactRefs: [] };
    expect(missingEvidence(evidence, found).map(({ field }) => field)).toEqual(["source_refs.0", "source_refs.2"]);
  });
});
