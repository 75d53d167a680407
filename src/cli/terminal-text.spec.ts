import fc from "fast-check";

import { terminalLine, terminalText } from "./terminal-text.js";

describe("terminalText", () => {
  it.each([
    ["a colour", "\u001b[31mred\u001b[0m", "\\u{1b}[31mred\\u{1b}[0m"],
    ["a title and a bell", "\u001b]0;owned\u0007", "\\u{1b}]0;owned\\u{7}"],
    ["a C1 introducer", "\u009b2J", "\\u{9b}2J"],
    ["a return that would overwrite", "safe\rlies", "safe\\u{d}lies"],
    ["a backspace", "rm\b\b", "rm\\u{8}\\u{8}"],
    ["a turn of direction", "abc\u202etxt.exe", "abc\\u{202e}txt.exe"],
    ["a zero-width space", "pass\u200bword", "pass\\u{200b}word"],
    ["a hidden tag", "hi\u{e0041}", "hi\\u{e0041}"],
    ["half a pair", "x\ud800y", "x\\u{d800}y"],
  ])("shows %s instead of obeying it", (_, text, shown) => {
    expect(terminalText(text)).toBe(shown);
  });

  it.each(["two\nlines\tand a tab", "部署脚本 デプロイ 오늘", "family: 👩‍👩‍👧 não naïve"])("leaves %j alone", (text) => {
    expect(terminalText(text)).toBe(text);
  });

  it("lets no control character through, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(terminalText(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });

  it("puts a text of several lines on one", () => {
    expect(terminalLine("first\n  second\tthird\u001b")).toBe("first ⏎ second third\\u{1b}");
  });
});
