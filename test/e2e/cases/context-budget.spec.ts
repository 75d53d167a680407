import { Api } from "../../support/api.js";
import { startApp, type TestApp } from "../../support/app.js";
import { packItems } from "../../support/packs.js";
import { teamFacts } from "../../support/team-facts.js";

describe("one very long memory", () => {
  let server: TestApp;

  beforeAll(async () => {
    server = await startApp();
  });

  afterAll(() => server.close());

  it("does not flood a small pack: short ones fit beside it, and it is trimmed under its citation or left out", async () => {
    const scope = new Api(server.url).scope("flood");
    const about = "rollback window";
    const [long] = await scope.rememberAll([
      `The ${about} ${"is long and told at length ".repeat(400)}`.slice(0, 8192).trim(),
      ...["ten", "twenty", "thirty", "forty", "fifty"].map((n) => `The ${about} is ${n} minutes.`),
      ...teamFacts(40),
    ]);
    const pack = await scope.prepare(about, { max_bytes: 2048 });
    const items = packItems(pack);
    const short = items.filter(({ citation }) => citation.entry_id !== long!.entry.citation.entry_id);
    expect(short.length).toBeGreaterThanOrEqual(4);
    for (const { content, truncated } of short) {
      expect({ content, truncated }).toEqual({ content: expect.stringMatching(/ minutes\.$/), truncated: false });
    }
    const wide = packItems(await scope.prepare(about, { max_bytes: 32_768 }));
    expect(wide).toHaveLength(6);
    const [trimmed] = wide.filter(({ truncated }) => truncated);
    expect(trimmed?.citation).toEqual({ ...long!.entry.citation, memory_ref: (await scope.list()).memory });
    expect(Buffer.byteLength(trimmed?.content ?? "")).toBeLessThanOrEqual(2000);
    expect(pack.content_bytes).toBeLessThanOrEqual(2048);
  });

  it("is said once: a text remembered twice is one entry in one pack", async () => {
    const scope = new Api(server.url).scope("twice");
    const text = `The rollback window is ${"very ".repeat(35)}short.`;
    const first = await scope.remember(text);
    expect(await scope.remember(text)).toEqual(first);
    expect((await scope.list()).entries).toHaveLength(1);
    expect(packItems(await scope.prepare("rollback window"))).toHaveLength(1);
  });
});
