import fc from "fast-check";

import { codePointLength, fitsWhenStored, isBlank, normalizeText, utf8Length, utf8Prefix } from "./unicode.js";

const anyText = fc.string({ unit: "binary", maxLength: 60 });

describe("codePointLength", () => {
  it("counts code points, not UTF-16 units", () => {
    fc.assert(fc.property(anyText, (text) => codePointLength(text) === Array.from(text).length));
  });

  it("counts a lone surrogate as one", () => {
    expect(codePointLength("a\ud83d\ud83d\ude00\ude00")).toBe(4);
  });
});

describe("utf8Prefix", () => {
  it("is the longest prefix of whole code points within the bytes", () => {
    fc.assert(
      fc.property(anyText, fc.nat(80), (text, maxBytes) => {
        const prefix = utf8Prefix(text, maxBytes);
        const next = Array.from(text.slice(prefix.length))[0] ?? "";
        return (
          text.startsWith(prefix) &&
          prefix.isWellFormed() &&
          utf8Length(prefix) <= maxBytes &&
          (next === "" || utf8Length(prefix + next) > maxBytes)
        );
      }),
    );
  });
});

describe("isBlank", () => {
  it("means nothing but white space as trim() strips it", () => {
    fc.assert(fc.property(anyText, (text) => isBlank(text) === (text.trim() === "")));
    expect(isBlank("\u3000\ufeff\u2028")).toBe(true);
    expect(isBlank("\u200b")).toBe(false);
  });
});

describe("normalizeText", () => {
  it("makes normal forms and outer white space the same, and keeps the inner", () => {
    expect(normalizeText("\t cafe\u0301  au lait\n")).toBe("café  au lait");
  });

  it("is the same in either order of its two steps", () => {
    fc.assert(fc.property(anyText, (text) => normalizeText(text) === text.normalize("NFC").trim()));
  });
});

describe("fitsWhenStored", () => {
  it("measures the stored form in UTF-8 bytes", () => {
    expect(fitsWhenStored("漢".repeat(4), 12)).toBe(true);
    expect(fitsWhenStored("漢".repeat(4) + "a", 12)).toBe(false);
    expect(fitsWhenStored(" ".repeat(1_000) + "e\u0301".repeat(6) + "\n", 12)).toBe(true);
  });

  it("accepts what composes to a third of its bytes", () => {
    const jamo = "\u1112\u1161\u11ab".repeat(4);
    expect(utf8Length(jamo)).toBe(36);
    expect(fitsWhenStored(jamo, 12)).toBe(true);
  });

  it("answers for a million combining marks without normalising them", () => {
    const normalize = jest.spyOn(String.prototype, "normalize");
    expect(fitsWhenStored("a" + "\u0301\u0316".repeat(500_000), 8_192)).toBe(false);
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
  });
});
