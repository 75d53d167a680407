import { visibleText } from "./invisible.js";

describe("a text as a reader sees it", () => {
  it.each([
    ["zero-width and word joiners", "ne\u200bv\u2060er\ufeff", "never"],
    ["bidi controls", "a\u202eb\u2066c\u200f", "abc"],
    ["tags and control characters", "a\u{e0041}b\u0000c\u001b[31md\u009b", "abc[31md"],
    ["soft hyphens and fillers", "pass\u00adword\u3164\u034f", "password"],
    [
      "joiners and variation selectors among letters of an alphabet",
      "n\u200de\u200c\ufe0fv\u200der да\u200dнет",
      "never данет",
    ],
    ["joiners between Chinese characters", "密\u200d码", "密码"],
  ])("has no %s", (_, text, seen) => {
    expect(visibleText(text)).toBe(seen);
  });

  it.each([
    ["plain text", "a\tb\nc ~"],
    ["Persian", "می\u200cخواهم PDF\u200cها"],
    ["Devanagari", "क्\u200dष"],
    ["emoji", "👩\u200d👩\u200d👦 👍\ufe0f 1\ufe0f\u20e3"],
    ["accents, Chinese and wide letters", "café 数据库，ｗｉｄｅ"],
  ])("keeps %s", (_, text) => {
    expect(visibleText(text)).toBe(text);
  });

  it("has one kind of line break", () => {
    expect(visibleText("a\r\nb\rc\u2028d\u0085e\u000bf")).toBe("a\nb\nc\nd\ne\nf");
  });
});
