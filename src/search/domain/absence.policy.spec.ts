import { absenceOf } from "./absence.policy.js";
import { analyzeQuery } from "./analyzer.policy.js";

const absence = (query: string, known: string): ReturnType<typeof absenceOf> =>
  absenceOf(analyzeQuery(query), new Map(known.split(" ").map((term) => [term, 1])));

describe("absenceOf", () => {
  it.each([
    ["zebra violin", "violin", 1],
    ["zebra violin", "", 2],
    ["try home zebra", "", 1],
    ["blue-116", "blu 116", 0],
    ["blue-116", "blu", 1],
    ["src/blueCar.ts", "src blu car ts", 0],
    ["src/blueCar.ts", "src car ts", 1],
    ["self-care", "self", 1],
    ["배포를 진행하나요", "배포 진행", 0],
    ["배포를 진행하나요", "배포", 0.625],
    ["프로그래밍언어", "", 1],
    ["部署计划", "部署", 0.5],
    ["部署的计划", "部署 计划", 0.25],
    ["設定を見せて", "設定", 0.75],
    ["הפגישה", "פגישה", 0],
    ["הפגישה", "", 1],
  ])("counts of %s, where %j is known, about so many words: %d", (query, known, words) => {
    expect(absence(query, known).words).toBe(words);
  });

  it("names the code tokens that are not all there", () => {
    expect(absence("blue-116 snake_case", "blu 116 snak").brokenCodes).toEqual(new Set(["snakecas"]));
  });
});
