import { floorOf, type Sample, trendOf, verdictOf, warmSamples } from "./trend.js";

const sample = (minutes: number, residentMb: number, descriptors = 40): Sample => ({
  minutes,
  residentMb,
  heapMb: 50,
  descriptors,
  lagMs: 1,
  calls: 0,
});
/** Half an hour, a sample each ten seconds, with the swing of a collector that runs once in a hundred seconds or so. */
const halfHour = (value: (minutes: number) => number): readonly Sample[] =>
  Array.from({ length: 181 }, (_, index) => sample(index / 6, value(index / 6) + 8 * (index % 11)));

describe("the trend of samples", () => {
  it("is the slope that most pairs have, whatever single samples do", () => {
    const points = Array.from({ length: 21 }, (_, x): [number, number] => [x, 10 + 2 * x]);
    expect(trendOf(points)).toEqual({ median: 30, growth: 40 });
    expect(trendOf(points.map(([x, y]) => [x, x === 20 ? 9_000 : y])).growth).toBe(40);
    expect(trendOf([[0, 5]])).toEqual({ median: 5, growth: 0 });
  });

  it("has the lowest point of each tenth for its floor, and of a few points all", () => {
    const points = Array.from({ length: 40 }, (_, x): [number, number] => [x, 100 + x - 50 * Number(x % 4 === 2)]);
    expect(floorOf(points)).toEqual(Array.from({ length: 10 }, (_, index) => [4 * index + 2, 52 + 4 * index]));
    expect(floorOf(points.slice(0, 3))).toEqual(points.slice(0, 3));
  });

  it("leaves out the first five minutes, and of a short run the first fifth", () => {
    expect(warmSamples(halfHour(() => 1))[0]?.minutes).toBe(5);
    expect(warmSamples([0, 0.3, 0.4, 1, 2].map((minutes) => sample(minutes, 1))).map(({ minutes }) => minutes)).toEqual(
      [0.4, 1, 2],
    );
  });
});

describe("the verdict on a run", () => {
  it("finds nothing where memory rises in the warm-up and then swings", () => {
    expect(verdictOf(halfHour((minutes) => Math.min(100 + 40 * minutes, 280))).faults).toEqual([]);
  });

  it("finds memory that grows by four in a hundred, and not by two", () => {
    expect(verdictOf(halfHour((minutes) => 250 + (minutes * 250 * 0.04) / 25)).faults).toEqual([
      "resident memory grows",
    ]);
    expect(verdictOf(halfHour((minutes) => 250 + (minutes * 250 * 0.02) / 25)).faults).toEqual([]);
  });

  it("finds descriptors that are left open, and lets connections come and go", () => {
    const leaking = halfHour(() => 250).map((one, index) => ({ ...one, descriptors: 40 + Math.floor(index / 20) }));
    expect(verdictOf(leaking).faults).toEqual(["descriptors grow"]);
    const busy = halfHour(() => 250).map((one, index) => ({ ...one, descriptors: 40 + (index % 12) }));
    expect(verdictOf(busy).faults).toEqual([]);
  });
});
