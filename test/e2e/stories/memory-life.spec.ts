import { Api, citedAt, type ScopeApi } from "../../support/api.js";
import { startApp, type TestApp } from "../../support/app.js";
import { packItems, packTexts } from "../../support/packs.js";

const ref = (revision: number) => ({ family: "memory", artifact_id: "memory", revision });

describe("the life of a Memory", () => {
  let server: TestApp;
  let count = 0;
  let scope: ScopeApi;

  beforeAll(async () => {
    server = await startApp();
  });

  afterAll(() => server.close());

  beforeEach(() => {
    scope = new Api(server.url).scope(`life-${String(++count)}`);
  });

  it("runs from a captured Source to an entry read by the citation inside a pack", async () => {
    const source = await scope.capture("meeting-1", "We release on Tuesdays.", { metadata: { author: "Maria" } });
    expect(source).toEqual({ status: "accepted", source: { name: "content", source_id: "meeting-1" }, position: 1 });

    const release = await scope.remember("Releases go out on Tuesdays.", { kind: "decision", reason: "planning" });
    expect(release).toEqual({
      memory: ref(1),
      entry: {
        citation: {
          memory_ref: ref(1),
          entry_id: expect.stringMatching(/^mem_ent_[0-9a-f]{32}$/),
          entry_version_id: expect.stringMatching(/^mem_ver_[0-9a-f]{32}$/),
        },
        version: 1,
        kind: "decision",
        text: "Releases go out on Tuesdays.",
        state: "active",
        source_refs: [],
        artifact_refs: [],
      },
    });
    const branch = await scope.remember("The main branch is frozen on Mondays.");
    const revised = await scope.revise(citedAt(ref(2), release.entry.citation), "Releases go out on Thursdays.", {
      kind: "decision",
      reason: "moved",
    });
    expect(revised).toMatchObject({ memory: ref(3), entry: { version: 2, text: "Releases go out on Thursdays." } });
    const retired = await scope.retire(citedAt(ref(3), branch.entry.citation), { reason: "outdated" });
    expect(retired).toMatchObject({ memory: ref(4), entry: { state: "inactive", citation: { memory_ref: ref(4) } } });

    const live = { ...revised.entry, citation: citedAt(ref(4), revised.entry.citation) };
    expect(await scope.list()).toEqual({ memory: ref(4), entries: [live] });
    expect(await scope.search("when do releases go out?")).toMatchObject({
      memory: ref(4),
      mode: "fts",
      hits: [{ citation: live.citation, text: live.text, matched_by: ["fts"] }],
    });
    const [item] = packItems(await scope.prepare("When do the releases go out?"));
    expect(item).toMatchObject({ citation: live.citation, content: live.text, truncated: false });
    expect(await scope.get(item?.citation as typeof live.citation)).toEqual(live);
    expect(await scope.get(release.entry.citation)).toEqual(release.entry);

    const [releaseId, branchId] = [release.entry.citation.entry_id, branch.entry.citation.entry_id];
    const [first, second] = [release.entry.citation.entry_version_id, revised.entry.citation.entry_version_id];
    const onBranch = branch.entry.citation.entry_version_id;
    const change = (op: string, entry_id: string, from: string | null, to: string | null, reason: string | null) => [
      { op, entry_id, from_entry_version_id: from, to_entry_version_id: to, reason },
    ];
    const history = [
      { memory_ref: ref(1), changes: change("add", releaseId, null, first, "planning") },
      { memory_ref: ref(2), changes: change("add", branchId, null, onBranch, null) },
      { memory_ref: ref(3), changes: change("revise", releaseId, first, second, "moved") },
      { memory_ref: ref(4), changes: change("deactivate", branchId, onBranch, null, "outdated") },
    ];
    expect(await scope.changes(0)).toEqual({ memory: ref(4), revisions: history });
    expect(await scope.changes(2)).toEqual({ memory: ref(4), revisions: history.slice(2) });
    expect(await scope.changes(3)).toEqual({ memory: ref(4), revisions: history.slice(3) });
    expect(await scope.changes(4)).toEqual({ memory: ref(4), revisions: [] });
    expect(await scope.changes(null)).toEqual({ memory: ref(4), revisions: history.slice(3) });
    expect(await scope.changes()).toEqual({ memory: ref(4), revisions: history.slice(3) });
    expect(await scope.refusal("list_memory_changes", { since_revision: 5 })).toEqual({
      status: 404,
      code: "memory_not_found",
      details: null,
    });
  });

  it("begins with nothing: reads of an unknown scope answer nulls and open nothing", async () => {
    const nothing = { memory: null, entries: [] };
    expect(await scope.list()).toEqual(nothing);
    expect(await scope.list({ include_inactive: true })).toEqual(nothing);
    expect(await scope.search("anything")).toEqual({ memory: null, mode: null, hits: [] });
    for (const since of [undefined, null, 0, 7]) {
      expect(await scope.changes(since)).toEqual({ memory: null, revisions: [] });
    }
    expect(await scope.prepare("anything")).toEqual({
      schema: "powercontext.prepared-context.v1",
      status: "empty",
      content: null,
      content_bytes: 0,
    });
    const citation = { memory_ref: ref(1), entry_id: "mem_ent_1", entry_version_id: "mem_ver_1" };
    const notFound = { status: 404, code: "memory_not_found", details: null };
    expect(await scope.refusal("get_memory_entry", { citation })).toEqual(notFound);
    expect(await scope.refusal("revise_memory_entry", { citation, kind: "fact", text: "x" })).toEqual(notFound);
    expect(await scope.refusal("retire_memory_entry", { citation })).toEqual(notFound);
    const expecting = { kind: "fact", text: "x", expected_revision: 1 };
    expect(await scope.refusal("remember_memory", expecting)).toEqual(notFound);
    expect(await scope.list()).toEqual(nothing);
    expect((await scope.remember("first")).memory).toEqual(ref(1));
  });

  it("is not begun by a Source", async () => {
    await scope.capture("s", "Releases go out on Tuesdays.");
    expect(await scope.list()).toEqual({ memory: null, entries: [] });
    expect(await scope.find("releases")).toEqual([]);
    await scope.remember("Releases go out on Tuesdays.");
    expect(await scope.find("releases")).toEqual(["Releases go out on Tuesdays."]);
  });

  it("finds each of a hundred entries in the request right after the one that wrote it", async () => {
    const found: unknown[] = [];
    for (let index = 1; index <= 100; index++) {
      const text = `Ticket TK-${String(index)} is about topic${String(index)}.`;
      const { entry } = await scope.remember(text);
      const [hit] = (await scope.search(`topic${String(index)}`, { limit: 1 })).hits;
      expect(hit).toMatchObject({ citation: entry.citation, text });
      found.push(hit);
    }
    expect(found).toHaveLength(100);
  });

  it("searches what an entry says now, and its history shows what it said", async () => {
    const { entry } = await scope.remember("The deployment banner is blue.");
    expect(await scope.find("blue")).toEqual(["The deployment banner is blue."]);
    const revised = await scope.revise(entry.citation, "The deployment banner is green.");
    expect(await scope.find("green")).toEqual(["The deployment banner is green."]);
    expect(await scope.find("blue")).toEqual([]);
    expect(packTexts(await scope.prepare("Is the banner green?"))).toEqual(["The deployment banner is green."]);
    expect((await scope.get(entry.citation)).text).toBe("The deployment banner is blue.");
    expect((await scope.get(revised.entry.citation)).text).toBe("The deployment banner is green.");
  });

  it("never brings back a retired entry while its sibling stays", async () => {
    const [gone, stays] = await scope.rememberAll([
      "The staging password rotates in April.",
      "The staging password rotates in October.",
    ]);
    const both = await scope.find("staging password rotates");
    expect([...both].sort()).toEqual([gone!.entry.text, stays!.entry.text].sort());
    const retired = await scope.retire(citedAt(stays!.memory, gone!.entry.citation));
    expect(await scope.find("staging password rotates in April")).toEqual([stays!.entry.text]);
    expect(packTexts(await scope.prepare("When does the staging password rotate? April?"))).toEqual([
      stays!.entry.text,
    ]);
    expect((await scope.list()).entries.map(({ text }) => text)).toEqual([stays!.entry.text]);
    expect((await scope.list({ include_inactive: true })).entries).toContainEqual(retired.entry);
  });

  it("keeps two entries that one revision made equal, and retires only the one cited", async () => {
    const [left, right] = await scope.rememberAll(["Use tabs.", "Use spaces everywhere."]);
    const same = await scope.revise(citedAt(right!.memory, right!.entry.citation), "Use tabs.");
    expect(await scope.find("tabs")).toEqual(["Use tabs.", "Use tabs."]);
    const twice = await scope.remember("Use tabs.");
    expect(twice).toEqual({
      memory: same.memory,
      entry: { ...left!.entry, citation: citedAt(same.memory, left!.entry.citation) },
    });
    await scope.retire(citedAt(same.memory, left!.entry.citation));
    expect(await scope.find("tabs")).toEqual(["Use tabs."]);
    expect((await scope.list()).entries.map(({ citation }) => citation.entry_id)).toEqual([
      right!.entry.citation.entry_id,
    ]);
  });

  it("remembers what was forgotten, as a new entry", async () => {
    const first = await scope.remember("Alice likes coffee.");
    const retired = await scope.retire(first.entry.citation);
    expect(retired.memory).toEqual(ref(2));
    const again = await scope.remember("Alice likes coffee.");
    expect(again.memory).toEqual(ref(3));
    expect(again.entry.citation.entry_id).not.toBe(first.entry.citation.entry_id);
    expect(await scope.find("coffee")).toEqual(["Alice likes coffee."]);
  });

  it("writes nothing when nothing changes", async () => {
    const { entry } = await scope.remember("  Alice likes coffee.\n");
    expect(entry.text).toBe("Alice likes coffee.");
    expect((await scope.remember("Alice likes coffee.")).memory).toEqual(ref(1));
    expect((await scope.revise(entry.citation, "Alice likes coffee. ")).memory).toEqual(ref(1));
    const retired = await scope.retire(entry.citation);
    expect((await scope.retire(retired.entry.citation)).memory).toEqual(ref(2));
    const refused = { citation: retired.entry.citation, kind: "fact", text: "Alice likes tea." };
    expect(await scope.refusal("revise_memory_entry", refused)).toEqual({
      status: 409,
      code: "memory_entry_inactive",
      details: null,
    });
    expect((await scope.changes(0)).revisions.map(({ memory_ref }) => memory_ref.revision)).toEqual([1, 2]);
  });

  it("answers distinct entries, as many as asked for, best first", async () => {
    const texts = Array.from({ length: 12 }, (_, index) => `Rule ${String(index)}: deploys need a review.`);
    await scope.rememberAll(["Deploys need a review, and a second review of the review.", ...texts]);
    for (const limit of [1, 10, 50]) {
      const { hits } = await scope.search("deploys review", { limit });
      expect(hits).toHaveLength(Math.min(limit, 13));
      expect(new Set(hits.map(({ citation }) => citation.entry_id)).size).toBe(hits.length);
      expect(hits.map(({ score }) => score)).toEqual([...hits.map(({ score }) => score)].sort((a, b) => b - a));
    }
    expect((await scope.search("deploys review")).hits).toHaveLength(10);
  });
});
