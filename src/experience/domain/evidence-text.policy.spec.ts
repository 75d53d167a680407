import fc from "fast-check";

import { utf8Length } from "../../kernel/unicode.js";
import { fitTexts } from "./evidence-text.policy.js";

const MARK = /\n\[(\d+) bytes left out\]\n/;

describe("the texts a model is shown", () => {
  it.each([
    ["nothing", [], 10, []],
    ["texts that fit", ["abc", "defgh"], 8, ["abc", "defgh"]],
    ["an empty one", ["", "a"], 1, ["", "a"]],
  ])("leave %s alone", (_, texts, maxBytes, shown) => {
    expect(fitTexts(texts, maxBytes)).toEqual(shown);
  });

  it("lose the middle of the longest alone, and say how much", () => {
    const [short, long] = fitTexts(["short", "b".repeat(50) + "m".repeat(100) + "e".repeat(50)], 105);
    expect(short).toBe("short");
    expect(long).toBe(`${"b".repeat(50)}${"m".repeat(20)}\n[100 bytes left out]\n${"e".repeat(30)}`);
  });

  it("share the bytes evenly among those that are too long", () => {
    const kept = fitTexts(["a".repeat(500), "b".repeat(900)], 200).map((text) => text.replace(MARK, ""));
    expect(kept.map((text) => text.length)).toEqual([100, 100]);
  });

  it("stay within the bytes, cut between code points, and keep their beginning and end", () => {
    const anyText = fc
      .string({ unit: "binary", maxLength: 200 })
      .filter((text) => text.isWellFormed() && !MARK.test(text));
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 8 }), fc.integer({ min: 0, max: 600 }), (texts, maxBytes) => {
        const shown = fitTexts(texts, maxBytes);
        expect(shown).toHaveLength(texts.length);
        let total = 0;
        for (const [index, text] of shown.entries()) {
          const whole = texts[index] ?? "";
          const [beginning = "", gone, end = ""] = text.split(MARK);
          total += utf8Length(beginning) + utf8Length(end);
          if (gone === undefined) expect(text).toBe(whole);
          else {
            expect(whole.startsWith(beginning) && whole.endsWith(end) && text.isWellFormed()).toBe(true);
            expect(utf8Length(beginning) + Number(gone) + utf8Length(end)).toBe(utf8Length(whole));
          }
        }
        expect(total).toBeLessThanOrEqual(Math.max(maxBytes, 0));
      }),
    );
  });
});
