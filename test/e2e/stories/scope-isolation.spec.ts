import { Api, citedAt, type ScopeApi } from "../../support/api.js";
import { startApp, type TestApp } from "../../support/app.js";
import { packTexts } from "../../support/packs.js";

/** Each of these reads like another one of them to a person, a file system or a collation. */
const LOOKALIKES = [
  "team_a",
  "team/a",
  "team__a",
  "TEAM_A",
  "team-a",
  "team_a ",
  " team_a",
  "team_ä",
  "team_a\u0308",
  "team_a\u200B",
  "team_a\0",
  "ｔeam_a",
  "team_a/../team_a",
  "ß",
  "ss",
  "İ",
  "i",
  "🦊".repeat(128),
];

describe("scopes that look alike", () => {
  let server: TestApp;
  let scopes: readonly { readonly scope: ScopeApi; readonly text: string }[];

  beforeAll(async () => {
    server = await startApp();
    const api = new Api(server.url);
    scopes = LOOKALIKES.map((id, index) => ({
      scope: api.scope(id),
      text: `The secret word is marker${String(index)}.`,
    }));
    for (const { scope, text } of scopes) {
      await scope.remember(text);
      await scope.remember("Everybody here knows the shared sentence.");
    }
  });

  afterAll(() => server.close());

  it("number their Sources and take their source ids each on its own", async () => {
    for (const { scope, text } of scopes) {
      expect(await scope.capture("the-same-id", text)).toMatchObject({ position: 1 });
    }
    for (const { scope, text } of scopes) {
      expect(await scope.capture("the-same-id", text)).toMatchObject({ position: 1 });
      expect(await scope.capture("another-id", text)).toMatchObject({ position: 2 });
    }
  });

  it("list, search and prepare only their own entries", async () => {
    for (const { scope, text } of scopes) {
      const listed = (await scope.list()).entries.map((entry) => entry.text);
      expect([...listed].sort()).toEqual(["Everybody here knows the shared sentence.", text]);
      expect(await scope.find("secret word marker", { limit: 50 })).toEqual([text]);
      expect(packTexts(await scope.prepare("What is the secret word?"))).toEqual([text]);
      expect((await scope.changes(0)).revisions).toHaveLength(2);
    }
  });

  it("refuse the citations of each other, and the entry stays what it was", async () => {
    const notFound = { status: 404, code: "memory_not_found", details: null };
    for (const [index, { scope }] of scopes.entries()) {
      const { scope: other, text } = scopes[(index + 1) % scopes.length]!;
      const [entry] = (await other.list()).entries.filter((candidate) => candidate.text === text);
      const { citation } = entry!;
      expect(await scope.refusal("get_memory_entry", { citation })).toEqual(notFound);
      expect(await scope.refusal("retire_memory_entry", { citation })).toEqual(notFound);
      expect(await scope.refusal("revise_memory_entry", { citation, kind: "fact", text: "mine" })).toEqual(notFound);
      expect(await other.get(citation)).toEqual(entry);
    }
  });

  it("move on alone", async () => {
    const [one, ...others] = scopes;
    const [entry] = (await one!.scope.list()).entries.filter((candidate) => candidate.text === one!.text);
    const { memory } = await one!.scope.retire(citedAt(entry!.citation.memory_ref, entry!.citation));
    expect(memory.revision).toBe(3);
    expect(await one!.scope.find("secret word")).toEqual([]);
    for (const { scope, text } of others) {
      expect((await scope.list()).memory?.revision).toBe(2);
      expect(await scope.find("secret word")).toEqual([text]);
    }
  });

  it("differ for source ids as well", async () => {
    const { scope } = scopes[0]!;
    const ids = ["id", "ID", "id ", " id", "i\u0307d", "ïd", "i\u0308d"];
    const positions: number[] = [];
    for (const [index, id] of ids.entries()) {
      positions.push((await scope.capture(id, `content ${String(index)}`)).position);
    }
    expect(positions).toEqual(ids.map((_, index) => positions[0]! + index));
    expect((await scope.capture("ID", "content 1")).position).toBe(positions[1]);
  });
});
