import fc from "fast-check";

import { tokenize } from "./tokens.policy.js";

const PIECES = [
  "deploy",
  "Deploy",
  "HTTPServer",
  "v1",
  "20",
  "I",
  "don",
  "t",
  "s",
  "_",
  "-",
  "--",
  ".",
  "::",
  "->",
  "/",
  "@",
];
const SIGNS = ["'", "#", "+", "++", "&", "~", "\\", " ", "\n", "?", "=", "\u0000", "\u007f"];

describe("tokenize", () => {
  it("reads an ASCII text as it reads it beside other characters", () => {
    const alone = tokenize(" 猫");
    expect(alone.map(({ kind, term }) => [kind, term])).toEqual([
      ["tail", "猫"],
      ["lone", "猫"],
    ]);
    const ascii = fc.array(fc.constantFrom(...PIECES, ...SIGNS), { maxLength: 16 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(ascii, (text) => {
        expect(tokenize(`${text} 猫`)).toEqual([...tokenize(text), ...alone]);
      }),
      { numRuns: 1_000 },
    );
  });

  it("takes a capitalised word for the word, and one with capitals inside for a name", () => {
    expect(tokenize("Deploys").map(({ kind, term, surface }) => [kind, term, surface])).toEqual([
      ["word", "deploy", "deploys"],
    ]);
    expect(tokenize("deployNow").map(({ kind, term }) => [kind, term])).toEqual([
      ["code", "deploynow"],
      ["word", "deploy"],
      ["word", "now"],
    ]);
  });
});
