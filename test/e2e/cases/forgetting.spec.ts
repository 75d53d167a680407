import { Api, citedAt, type Citation } from "../../support/api.js";
import { startApp, type TestApp } from "../../support/app.js";
import { packItems, packTexts } from "../../support/packs.js";
import { teamFacts } from "../../support/team-facts.js";

const NOT_FOUND = { status: 404, code: "memory_not_found", details: null };

describe("what was corrected or forgotten", () => {
  let server: TestApp;
  let api: Api;

  beforeAll(async () => {
    server = await startApp();
    api = new Api(server.url);
  });

  afterAll(() => server.close());

  it("does not come back as the fact it was, and its history tells both", async () => {
    const scope = api.scope("alice");
    await scope.rememberAll(teamFacts(20));
    const { memory, entry } = await scope.remember("Alice works at Google.");
    const question = "Where does Alice work?";
    expect(packTexts(await scope.prepare(question))).toEqual(["Alice works at Google."]);
    const revised = await scope.revise(citedAt(memory, entry.citation), "Alice works at Acme.");
    expect(packTexts(await scope.prepare(question))).toEqual(["Alice works at Acme."]);
    expect(await scope.find("Alice Google")).toEqual(["Alice works at Acme."]);
    const versions = (await scope.changes(0)).revisions
      .flatMap(({ changes }) => changes)
      .filter(({ entry_id }) => entry_id === entry.citation.entry_id);
    expect(versions).toMatchObject([
      { op: "add", to_entry_version_id: entry.citation.entry_version_id },
      { op: "revise", to_entry_version_id: revised.entry.citation.entry_version_id },
    ]);
    expect((await scope.get(entry.citation)).text).toBe("Alice works at Google.");
  });

  it("is named by the citation of its own scope only", async () => {
    const [ours, theirs] = [api.scope("ours"), api.scope("theirs")];
    await ours.remember("We ship on Mondays.");
    const { entry } = await theirs.remember("They ship on Fridays.");
    expect(await ours.refusal("retire_memory_entry", { citation: entry.citation })).toEqual(NOT_FOUND);
    expect(await theirs.get(entry.citation)).toEqual(entry);
    expect((await ours.list()).memory?.revision).toBe(1);
    expect((await theirs.retire(entry.citation)).entry.state).toBe("inactive");
  });

  it("was there before: an id that never existed is told from one that does", async () => {
    const scope = api.scope("unknown ids");
    const { entry } = await scope.remember("We ship on Mondays.");
    const { citation } = entry;
    const unknown: readonly Citation[] = [
      { ...citation, entry_id: `mem_ent_${"0".repeat(32)}` },
      { ...citation, entry_version_id: `mem_ver_${"0".repeat(32)}` },
      { ...citation, entry_id: citation.entry_id.toUpperCase() },
      { ...citation, entry_id: "x" },
      { ...citation, entry_id: `${citation.entry_id}0` },
      { ...citation, entry_id: citation.entry_version_id, entry_version_id: citation.entry_id },
      { ...citation, memory_ref: { ...citation.memory_ref, family: "experience" } },
      { ...citation, memory_ref: { ...citation.memory_ref, artifact_id: "Memory" } },
    ];
    for (const wrong of unknown) {
      expect(await scope.refusal("get_memory_entry", { citation: wrong })).toEqual(NOT_FOUND);
      expect(await scope.refusal("retire_memory_entry", { citation: wrong })).toEqual(NOT_FOUND);
      expect(await scope.refusal("revise_memory_entry", { citation: wrong, kind: "fact", text: "x" })).toEqual(
        NOT_FOUND,
      );
    }
    expect((await scope.retire(citation)).memory.revision).toBe(2);
  });

  it("can be got and retired by every id that search, pack and list have given", async () => {
    const scope = api.scope("given ids");
    const facts = teamFacts(24);
    await scope.rememberAll(facts);
    const given = [
      ...(await scope.search("checkout service", { limit: 50 })).hits.map(({ citation }) => citation),
      ...packItems(await scope.prepare("What about the nightly backup and the Frankfurt vault?")).map(
        ({ citation }) => citation as unknown as Citation,
      ),
      ...(await scope.list()).entries.map(({ citation }) => citation),
    ];
    expect(given.length).toBeGreaterThan(facts.length + 2);
    for (const citation of given) expect((await scope.get(citation)).citation).toEqual(citation);
    let { memory } = await scope.list();
    for (const citation of given) ({ memory } = await scope.retire(citedAt(memory!, citation)));
    expect(memory?.revision).toBe(2 * facts.length);
    expect((await scope.list()).entries).toEqual([]);
    expect(await scope.find("checkout service")).toEqual([]);
    expect((await scope.list({ include_inactive: true })).entries).toHaveLength(facts.length);
  });

  it("keeps a caller's own secret exactly, and forgets it on request", async () => {
    const scope = api.scope("secrets");
    const secret = "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
    await scope.capture("paste", secret);
    expect(await scope.find("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")).toEqual([]);
    const { entry } = await scope.remember(secret);
    expect(await scope.find("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")).toEqual([secret]);
    await scope.retire(entry.citation);
    expect(await scope.find("AWS_SECRET_ACCESS_KEY")).toEqual([]);
    expect((await scope.prepare("AWS_SECRET_ACCESS_KEY")).status).toBe("empty");
  });
});
