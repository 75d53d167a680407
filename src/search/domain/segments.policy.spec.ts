import {
  frequencyTerms,
  fromTheEnds,
  MAX_FREQUENCY_TERMS,
  MAX_SEGMENT_TERMS,
  segmentQuery,
} from "./segments.policy.js";

const termsOf = (text: string): readonly (readonly string[])[] =>
  segmentQuery(text).segments.map((terms) => terms.map(({ term }) => term));
/** `count` distinct words without function words or inflection. */
const words = (count: number, head = "w"): readonly string[] =>
  Array.from(
    { length: count },
    (_, index) =>
      `${head}${String(index)
        .padStart(4, "0")
        .replace(/\d/gu, (d) => "bcdfghjklm"[Number(d)] ?? "")}o`,
  );

describe("segmentQuery", () => {
  it("cuts at sentences and lines, in any script, and not inside a token", () => {
    expect(termsOf("Fix c.ts now! Get ubuntu 20.04.\nRed apple")).toEqual([
      ["red", "appl"],
      ["fix", "c.ts", "c", "ts"],
      ["get", "ubuntu", "20.04", "20", "04"],
    ]);
    expect(termsOf("适者生存。止损健康！")).toEqual([
      ["止损", "损健", "健康"],
      ["适者", "者生", "生存"],
    ]);
  });

  it("puts questions first, then the ends of the text", () => {
    expect(termsOf("one apple. two pears? three plums? four figs; five dates")).toEqual([
      ["two", "pear"],
      ["thre", "plum"],
      ["fiv", "dat"],
      ["one", "appl"],
      ["four", "fig"],
    ]);
  });

  it("joins a sentence of fewer than two terms to the next, and a last one to the one before", () => {
    expect(termsOf("Thanks. Deploy the workers. Zebra!")).toEqual([["thank", "deploy", "worker", "zebra"]]);
    expect(termsOf("Zebra!")).toEqual([["zebra"]]);
  });

  it("cuts a long sentence into windows in which any 16 neighbours meet", () => {
    const all = words(100);
    const segments = termsOf(all.join(" "));
    expect(Math.max(...segments.map(({ length }) => length))).toBe(MAX_SEGMENT_TERMS);
    for (let start = 0; start + 16 <= all.length; start++) {
      const neighbours = all.slice(start, start + 16);
      expect(segments.some((segment) => neighbours.every((term) => segment.includes(term)))).toBe(true);
    }
  });

  it("makes what stands in another alphabet of a long sentence a segment of its own, and of a short one not", () => {
    const [before, after] = [words(6, "b"), words(6, "a")];
    expect(termsOf(`${before.join(" ")} сборка падает 42 раза ${after.join(" ")}`)).toEqual([
      [...before],
      ["сборк", "пад", "42", "раз"],
      [...after],
      [...before, "сборк", "пад", "42", "раз", ...after],
    ]);
    expect(termsOf("красный React Router")).toEqual([["красн", "react", "router"]]);
    expect(termsOf(words(12).join(" "))).toHaveLength(1);
  });

  it("leaves function words out unless there is nothing else", () => {
    expect(segmentQuery("What is the plan").hasOnlyFunctionWords).toBe(false);
    expect(termsOf("What is the plan")).toEqual([["plan"]]);
    expect(segmentQuery("what about it").hasOnlyFunctionWords).toBe(true);
    expect(termsOf("what about it")).toEqual([["what", "about", "it"]]);
    expect(segmentQuery("?!")).toEqual({ segments: [], hasOnlyFunctionWords: true });
  });
});

describe("frequencyTerms", () => {
  it("asks for each term once", () => {
    const query = segmentQuery("Red apple pie. Red apple cake.");
    expect(new Set(frequencyTerms(query).exact)).toEqual(new Set(["red", "appl", "pie", "cak"]));
    expect(frequencyTerms(query).exact).toHaveLength(4);
  });

  it("looks up what begins with a lone character only in a short query", () => {
    expect(frequencyTerms(segmentQuery("C盘")).prefixes).toEqual(["盘"]);
    expect(frequencyTerms(segmentQuery("道, 猫, 犬")).prefixes).toEqual(["道", "猫"]);
    expect(frequencyTerms(segmentQuery(`盘 ${words(13).join(" ")}`)).prefixes).toEqual([]);
  });

  it("asks for at most 512 terms and for whole segments at both ends of the prompt", () => {
    const sentences = Array.from({ length: 100 }, (_, index) =>
      words(10, `s${"bcdfghjklm"[index % 10] ?? ""}${"bcdfghjklm"[Math.floor(index / 10)] ?? ""}`),
    );
    const { exact } = frequencyTerms(segmentQuery(sentences.map((sentence) => `${sentence.join(" ")}.`).join(" ")));
    expect(exact).toHaveLength(MAX_FREQUENCY_TERMS);
    const asked = sentences.map((sentence) => sentence.filter((term) => exact.includes(term)).length);
    expect([asked[0], asked[1], asked[98], asked[99]]).toEqual([10, 10, 10, 10]);
    expect(Math.min(...asked)).toBe(2);
  });
});

describe("fromTheEnds", () => {
  it("alternates from the last inwards and loses nothing", () => {
    expect(fromTheEnds([1, 2, 3, 4, 5])).toEqual([5, 1, 4, 2, 3]);
    expect(fromTheEnds([])).toEqual([]);
  });
});
