import fc from "fast-check";

import { utf8Length } from "../../kernel/unicode.js";
import { mostSources, nextWindow, partsOf } from "./source-window.policy.js";

const sized = (after: number, ...bytes: readonly number[]) =>
  bytes.map((size, index) => ({ position: after + index + 1, bytes: size }));

describe("the next window of a journal", () => {
  const most = { sources: 3, bytes: 100 };

  it.each([
    ["nothing pending", sized(4), undefined],
    ["all that fit", sized(4, 10, 20), { after: 4, through: 6, sources: 2 }],
    ["no more Sources than allowed", sized(4, 1, 1, 1, 1), { after: 4, through: 7, sources: 3 }],
    ["exactly the bytes allowed", sized(4, 60, 40, 1), { after: 4, through: 6, sources: 2 }],
    ["none above the bytes allowed", sized(4, 60, 41), { after: 4, through: 5, sources: 1 }],
    ["a first one that is too large alone", sized(4, 500, 1), { after: 4, through: 5, sources: 1 }],
    ["empty bytes", sized(0, 0, 0), { after: 0, through: 2, sources: 2 }],
  ])("takes %s", (_, pending, expected) => {
    expect(nextWindow(pending[0] ? pending[0].position - 1 : 4, pending, most)).toEqual(expected);
  });

  it("halves with each failure down to one Source", () => {
    expect([0, 1, 2, 6, 7, 50, 2_000].map((failures) => mostSources(100, failures))).toEqual([100, 50, 25, 1, 1, 1, 1]);
    expect(mostSources(1, 0)).toBe(1);
  });
});

describe("the parts of a text", () => {
  it("cuts after a line where one ends late enough, else between code points", () => {
    expect(partsOf("short", 100)).toEqual(["short"]);
    expect(partsOf("aaaa\nbbbb\ncc", 10)).toEqual(["aaaa\nbbbb\n", "cc"]);
    expect(partsOf("a\nbbbbbbbbbbbb", 10)).toEqual(["a\nbbbbbbbb", "bbbb"]);
    expect(partsOf("\u{1f525}\u{1f525}\u{1f525}", 9)).toEqual(["\u{1f525}\u{1f525}", "\u{1f525}"]);
  });

  it("are whole code points within the limit that make up the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.integer({ min: 4, max: 64 }), (text, limit) => {
        const parts = partsOf(text, limit);
        expect(parts.join("")).toBe(text);
        expect(parts.every((part) => part.isWellFormed() && utf8Length(part) <= limit)).toBe(true);
      }),
    );
  });
});
