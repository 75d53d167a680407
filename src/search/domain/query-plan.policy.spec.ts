import { planSearch } from "./query-plan.policy.js";
import { queryWeight } from "./ranking.policy.js";
import { segmentQuery } from "./segments.policy.js";

describe("planSearch", () => {
  it("takes the terms that occur, the rarest first, each with a bit of its own", () => {
    const frequencies = new Map([
      ["worker", 9],
      ["deploy", 2],
      ["zebra", 0],
    ]);
    expect(planSearch(segmentQuery("workers deploy zebras unheard"), frequencies, 100)).toEqual([
      { term: "deploy", weight: queryWeight(2, 100), bit: 0 },
      { term: "worker", weight: queryWeight(9, 100), bit: 1 },
    ]);
  });

  it("keeps the rarest 64 of more", () => {
    const terms = Array.from(
      { length: 100 },
      (_, index) => `x${"bcdfghjklm"[index % 10] ?? ""}${"bcdfghjklm"[Math.floor(index / 10)] ?? ""}o`,
    );
    const frequencies = new Map(terms.map((term, index) => [term, 100 - index]));
    const plan = planSearch(segmentQuery(terms.join(" ")), frequencies, 200);
    expect(plan.map(({ term }) => term)).toEqual(terms.slice(36).reverse());
    expect(plan.map(({ bit }) => bit)).toEqual(Array.from({ length: 64 }, (_, bit) => bit));
  });

  it("reads a lone character as the terms that begin with it, all weighed as their sum", () => {
    const frequencies = new Map([
      ["盘空", 2],
      ["盘点", 1],
      ["c", 5],
      ["空盘", 7],
    ]);
    const plan = planSearch(segmentQuery("C盘"), frequencies, 60);
    expect(plan.map(({ term, weight }) => [term, weight])).toEqual([
      ["盘空", queryWeight(3, 60)],
      ["盘点", queryWeight(3, 60)],
      ["c", queryWeight(5, 60)],
    ]);
  });

  it("searches for function words when they are all there is", () => {
    const frequencies = new Map([["about", 3]]);
    expect(planSearch(segmentQuery("what about it"), frequencies, 10).map(({ term }) => term)).toEqual(["about"]);
    expect(planSearch(segmentQuery("what about zebras"), frequencies, 10)).toEqual([]);
  });
});
