import { AdmissionLane, type LaneLimits, type Place } from "./admission-lane.js";

const FOREVER_MS = 60_000;

function laneWith(limits: Partial<LaneLimits>) {
  const refused: string[] = [];
  const lane = new AdmissionLane({ concurrency: 1, queueLength: 2, waitMs: FOREVER_MS, ...limits }, (reason) =>
    refused.push(reason),
  );
  return { lane, refused };
}

/** Names in the order in which their turn comes. */
function following(places: Readonly<Record<string, Place>>): string[] {
  const begun: string[] = [];
  for (const [name, place] of Object.entries(places)) void place.begun.then(() => begun.push(name));
  return begun;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const countsOf = (lane: AdmissionLane) => [lane.inWork, lane.waiting];

describe("AdmissionLane", () => {
  it("lets so many in, queues so many in order of arrival, and refuses the next", async () => {
    const { lane, refused } = laneWith({ concurrency: 2 });
    const [a, b, c, d] = [lane.enter(), lane.enter(), lane.enter(), lane.enter()];
    const begun = following({ a, b, c, d });
    await expect(lane.enter().begun).rejects.toMatchObject({ code: "overloaded" });
    expect(begun).toEqual(["a", "b"]);
    expect(countsOf(lane)).toEqual([2, 2]);
    expect(refused).toEqual(["queue_full"]);
    b.leave();
    await settled();
    expect(begun).toEqual(["a", "b", "c"]);
    a.leave();
    await settled();
    expect(begun).toEqual(["a", "b", "c", "d"]);
    c.leave();
    d.leave();
    expect(countsOf(lane)).toEqual([0, 0]);
  });

  it("counts nobody out twice", async () => {
    const { lane } = laneWith({});
    const [a, b, c] = [lane.enter(), lane.enter(), lane.enter()];
    const begun = following({ a, b, c });
    a.leave();
    a.leave();
    await settled();
    expect(begun).toEqual(["a", "b"]);
    expect(countsOf(lane)).toEqual([1, 1]);
    b.leave();
    c.leave();
    c.leave();
    expect(countsOf(lane)).toEqual([0, 0]);
  });

  it("passes over who has left the queue", async () => {
    const { lane } = laneWith({});
    const [a, b, c] = [lane.enter(), lane.enter(), lane.enter()];
    const begun = following({ a, b, c });
    b.leave();
    expect(countsOf(lane)).toEqual([1, 1]);
    a.leave();
    await settled();
    expect(begun).toEqual(["a", "c"]);
    c.leave();
    expect(countsOf(lane)).toEqual([0, 0]);
  });

  it("refuses who has waited for too long, and gives the turn to who still waits", async () => {
    const { lane, refused } = laneWith({ waitMs: 5 });
    const a = lane.enter();
    const late = lane.enter();
    await expect(late.begun).rejects.toMatchObject({ code: "overloaded" });
    expect(refused).toEqual(["wait_too_long"]);
    late.leave();
    expect(countsOf(lane)).toEqual([1, 0]);
    const next = lane.enter();
    a.leave();
    await next.begun;
    expect(countsOf(lane)).toEqual([1, 0]);
  });

  it("refuses at once when nobody may wait", async () => {
    const { lane } = laneWith({ queueLength: 0 });
    const a = lane.enter();
    const refused = lane.enter();
    await expect(refused.begun).rejects.toMatchObject({ code: "overloaded" });
    refused.leave();
    expect(countsOf(lane)).toEqual([1, 0]);
    a.leave();
    await lane.enter().begun;
    expect(countsOf(lane)).toEqual([1, 0]);
  });
});
