import fc from "fast-check";

import { fuse, nearerThanAdmitted } from "./fusion.policy.js";

describe("fusion", () => {
  it("puts what both arms find before what one finds, and each arm's first before its second", () => {
    expect(fuse([1, 2], [2, 3]).map(({ doc, matchedBy }) => [doc, matchedBy])).toEqual([
      [2, ["fts", "vector"]],
      [1, ["fts"]],
      [3, ["vector"]],
    ]);
    expect(fuse([7], [7])).toEqual([{ doc: 7, score: 1, matchedBy: ["fts", "vector"] }]);
  });

  it("trusts words more than nearness", () => {
    expect(fuse([1], [2]).map(({ doc, score }) => [doc, Math.round(score * 1_000)])).toEqual([
      [1, 588],
      [2, 412],
    ]);
  });

  it("gives one arm alone in its order", () => {
    expect(fuse([3, 1, 2], []).map(({ doc }) => doc)).toEqual([3, 1, 2]);
    expect(fuse([], [3, 1, 2]).map(({ doc }) => doc)).toEqual([3, 1, 2]);
    expect(fuse([], [])).toEqual([]);
  });

  it("names every document once, with falling scores in 0..1, and the newest first among equals", () => {
    const arm = fc.uniqueArray(fc.integer({ min: 1, max: 80 }), { maxLength: 50 });
    fc.assert(
      fc.property(arm, arm, (byTerms, byDistance) => {
        const fused = fuse(byTerms, byDistance);
        expect(fused.map(({ doc }) => doc).sort()).toEqual([...new Set([...byTerms, ...byDistance])].sort());
        fused.forEach(({ doc, score, matchedBy }, rank) => {
          const next = fused[rank + 1];
          expect(score > 0 && score <= 1).toBe(true);
          expect(matchedBy).toEqual([
            ...(byTerms.includes(doc) ? ["fts"] : []),
            ...(byDistance.includes(doc) ? ["vector"] : []),
          ]);
          if (next) expect(score > next.score || (score === next.score && doc > next.doc)).toBe(true);
        });
      }),
    );
  });
});

describe("what may stand beside admitted documents", () => {
  const near = [4, 2, 5, 3, 1].map((entry) => ({ entry }));
  it.each([
    ["what is nearer than the nearest admitted one", [5, 1], [4, 2, 5, 1]],
    ["nothing more when the nearest is admitted", [4], [4]],
    ["nothing when none is admitted", [], []],
    ["nothing when what is admitted is not near", [9], []],
  ])("is %s", (_, admitted, expected) => {
    expect(nearerThanAdmitted(near, new Set(admitted)).map(({ entry }) => entry)).toEqual(expected);
  });
});
