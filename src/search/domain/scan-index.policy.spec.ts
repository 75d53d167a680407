import fc from "fast-check";

import { analyze } from "./analyzer.policy.js";
import { impact, POSTING_CAP, PREFIX_TERMS } from "./ranking.policy.js";
import { scanDocs, scanFind, scanFrequencies } from "./scan-index.policy.js";
import type { TermHit, WeightedTerm } from "./search.types.js";

const docsOf = (texts: readonly string[]) => scanDocs(texts.map((text, index) => ({ doc: index + 1, text })));

describe("scanFrequencies", () => {
  it("counts documents, not occurrences", () => {
    const docs = docsOf(["red red apple", "red pear", "plum"]);
    expect(scanFrequencies(docs, { exact: ["red", "appl", "zebra"], prefixes: [] })).toEqual(
      new Map([
        ["red", 2],
        ["appl", 1],
        ["zebra", 0],
      ]),
    );
  });

  it("stops counting at 513", () => {
    const docs = docsOf(Array.from({ length: 600 }, (_, index) => (index < 513 ? "red 道理" : "red")));
    expect(scanFrequencies(docs, { exact: ["red", "道理"], prefixes: ["道"] }).get("red")).toBe(513);
    expect(scanFrequencies(docs, { exact: [], prefixes: ["道"] })).toEqual(new Map([["道理", 513]]));
  });

  it("answers the most frequent terms that begin with a character, ties in byte order", () => {
    const others = Array.from({ length: 30 }, (_, index) => `猫${String.fromCharCode(0x4e00 + index)}`);
    const found = scanFrequencies(docsOf([...others, "猫犬", "猫犬", "犬猫"]), { exact: [], prefixes: ["猫"] });
    expect([...found]).toEqual([["猫犬", 2], ["猫", 1], ...others.slice(0, PREFIX_TERMS - 2).map((term) => [term, 1])]);
  });
});

describe("scanFind", () => {
  it("orders by score, then the newest first, and keeps to the limit", () => {
    const docs = docsOf(["red apple", "red pear", "red red pear", "plum"]);
    const weighted = [{ term: "red", weight: 10, bit: 33 }];
    expect(scanFind(docs, weighted, 10)).toEqual([
      { doc: 3, score: impact(2, 3) * 10, maskLow: 0, maskHigh: 2 },
      { doc: 2, score: impact(1, 2) * 10, maskLow: 0, maskHigh: 2 },
      { doc: 1, score: impact(1, 2) * 10, maskLow: 0, maskHigh: 2 },
    ]);
    expect(scanFind(docs, weighted, 1).map(({ doc }) => doc)).toEqual([3]);
  });

  it("scores only the newest 512 documents of a term", () => {
    const docs = docsOf(Array.from({ length: POSTING_CAP + 10 }, () => "red"));
    const found = scanFind(docs, [{ term: "red", weight: 1, bit: 0 }], 1000);
    expect(found).toHaveLength(POSTING_CAP);
    expect(found.map(({ doc }) => doc)).toEqual(
      Array.from({ length: POSTING_CAP }, (_, index) => POSTING_CAP + 10 - index),
    );
  });

  it("equals the sum over each document's own terms", () => {
    const vocabulary = ["red", "appl", "pear", "道理", "理"];
    const text = fc
      .array(fc.constantFrom("red", "apple", "pears", "道理", "the"), { maxLength: 8 })
      .map((w) => w.join(" "));
    const weights = fc.uniqueArray(fc.constantFrom(...vocabulary), { minLength: 1 });
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 20 }),
        weights,
        fc.integer({ min: 1, max: 25 }),
        (texts, terms, limit) => {
          const weighted = terms.map((term, index) => ({ term, weight: 7 * index + 1, bit: index * 13 }));
          expect(scanFind(docsOf(texts), weighted, limit)).toEqual(naive(texts, weighted).slice(0, limit));
        },
      ),
    );
  });
});

function naive(texts: readonly string[], weighted: readonly WeightedTerm[]): readonly TermHit[] {
  const hits = texts.map((text, index) => {
    const { terms, length } = analyze(text);
    const matched = weighted.filter(({ term }) => terms.has(term));
    const sum = (of: (term: WeightedTerm) => number): number => matched.reduce((total, term) => total + of(term), 0);
    return {
      doc: index + 1,
      score: sum(({ term, weight }) => weight * impact(terms.get(term) ?? 0, length)),
      maskLow: sum(({ bit }) => (bit < 32 ? 2 ** bit : 0)),
      maskHigh: sum(({ bit }) => (bit < 32 ? 0 : 2 ** (bit - 32))),
    };
  });
  const found = hits.filter(({ maskLow, maskHigh }) => maskLow + maskHigh > 0);
  return found.sort((a, b) => b.score - a.score || b.doc - a.doc);
}
