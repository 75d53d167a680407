import { asScopeId } from "../../kernel/ids.js";
import { byScope, nextBatch, type SizedCapture } from "./capture-batch.policy.js";

const MEGABYTE = 1_048_576;

const capture = (scope: string, bytes = 1): SizedCapture => ({ scopeId: asScopeId(scope), bytes });
const captures = (count: number): readonly SizedCapture[] =>
  Array.from({ length: count }, (_, index) => capture(`s${String(index)}`));
const busy = (...scopes: readonly string[]) => new Set(scopes.map(asScopeId));

describe("nextBatch", () => {
  it.each([
    [0, 0],
    [1, 1],
    [32, 32],
    [33, 32],
  ])("takes of %i that wait the first %i", (waiting, taken) => {
    const all = captures(waiting);
    expect(nextBatch(all, busy())).toEqual(all.slice(0, taken));
  });

  it("ends before the capture that would make it larger than a megabyte", () => {
    const [first, second, third] = [capture("a", MEGABYTE - 10), capture("b", 10), capture("c", 1)];
    expect(nextBatch([first, second, third], busy())).toEqual([first, second]);
    expect(nextBatch([first, capture("b", 11), third], busy())).toEqual([first]);
  });

  it("takes one that is larger alone", () => {
    const large = capture("a", 2 * MEGABYTE);
    expect(nextBatch([large, capture("b")], busy())).toEqual([large]);
    expect(nextBatch([capture("b"), large], busy())).toEqual([capture("b")]);
  });

  it("leaves those of a busy scope where they are and counts nothing of theirs", () => {
    const [held, free] = [capture("held", 2 * MEGABYTE), capture("free")];
    expect(nextBatch([held, free], busy("held"))).toEqual([free]);
    expect(nextBatch([held, free], busy("held", "free"))).toEqual([]);
    expect(nextBatch([held, free], busy("other"))).toEqual([held]);
  });
});

describe("byScope", () => {
  it("keeps the order of the captures within each scope", () => {
    const [a1, b1, a2] = [capture("a", 1), capture("b", 2), capture("a", 3)];
    expect([...byScope([a1, b1, a2])]).toEqual([
      ["a", [a1, a2]],
      ["b", [b1]],
    ]);
  });
});
