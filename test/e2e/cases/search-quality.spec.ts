import { Api, type ScopeApi } from "../../support/api.js";
import { startApp, type TestApp } from "../../support/app.js";
import { packTexts } from "../../support/packs.js";
import { teamFacts } from "../../support/team-facts.js";

describe("what a search finds", () => {
  let server: TestApp;
  let api: Api;

  beforeAll(async () => {
    server = await startApp();
    api = new Api(server.url);
  });

  afterAll(() => server.close());

  describe("in technical text", () => {
    const TEXTS = [
      "The marker phrase is oceanbase-blue-116 for this run.",
      "Transcripts are kept in ~/Downloads/transcripts until they are imported.",
      "We don't use agents for releases.",
      "The build image is Ubuntu 20.04 with clang 15.",
      "The probe lives at health.base and answers in plain text.",
      "The candidate is v1.2.3-rc.1 and goes out on Friday.",
      "Call getUserById before you touch snake_case_column in a/b/c.ts:42.",
      "The disk reads 3 GB/s when it is cold.",
      "Its status: done, as the col:val column says.",
      "A timeout error appears when the pool is dry.",
      "Set retry OR backoff, NEAR the foo bar.",
    ];
    let scope: ScopeApi;

    beforeAll(async () => {
      scope = api.scope("technical");
      await scope.rememberAll([...TEXTS, ...teamFacts(30)]);
    });

    it.each([
      ["oceanbase-blue-116 add search", 0],
      ["oceanbase-blue-116", 0],
      ["blue-116", 0],
      ["oceanbase", 0],
      ["Downloads/transcripts", 1],
      ["~/downloads/TRANSCRIPTS", 1],
      ["don't use agents", 2],
      ["dont use agents", 2],
      ["ubuntu 20.04", 3],
      ["20.04", 3],
      ["health.base", 4],
      ["v1.2.3-rc.1", 5],
      ["rc.1", 5],
      ["getUserById", 6],
      ["get user by id", 6],
      ["snake_case_column", 6],
      ["a/b/c.ts:42", 6],
      ["c.ts", 6],
      ["GB/s", 7],
      ["status: done", 8],
      ["col:val", 8],
      ['timeout "error', 9],
      ["retry OR", 10],
      ["(foo", 10],
      ["-bar", 10],
      ["NEAR", 10],
      ["NEAR(foo bar, 5)", 10],
      ['"foo bar"', 10],
      ["{foo bar} : retry", 10],
      ["ＵＢＵＮＴＵ　２０．０４", 3],
    ] as const)("has an answer first for: %s", async (query, expected) => {
      const [first, ...rest] = await scope.find(query);
      expect(first).toBe(TEXTS[expected]);
      expect(new Set(rest).has(TEXTS[expected] ?? "")).toBe(false);
    });

    it.each([
      "a*b",
      "^x",
      '""',
      '"',
      ";drop table",
      "'; DROP TABLE memory_entry; --",
      "*",
      "?",
      "%",
      "_",
      "AND OR NOT",
      "\\",
      "🦊",
      "()",
    ])("takes any text as words, and the Memory is whole after it: %s", async (query) => {
      const hits = await scope.find(query);
      expect(hits.every((text) => [...TEXTS, ...teamFacts(30)].includes(text))).toBe(true);
      expect(packTexts(await scope.prepare(query)).length).toBeLessThanOrEqual(8);
      expect((await scope.list()).entries).toHaveLength(TEXTS.length + 30);
    });
  });

  describe("and what a pack holds", () => {
    it("is nothing for nonsense among 173 entries, and something for a question about one of them", async () => {
      const scope = api.scope("nonsense");
      const facts = teamFacts(173);
      await scope.rememberAll(facts);
      for (const nonsense of [
        "PHRASE_THAT_DOES_NOT_APPEAR_QQQQ",
        "What does PHRASE_THAT_DOES_NOT_APPEAR_QQQQ mean?",
        "xyzzy plugh frobnicate",
        "hello!",
        "the of and to",
        "今天天气怎么样",
        "ok thanks",
        // Each shares an ordinary word with some entries.
        "Write me a poem about the winter sea",
        "Is the coffee machine in the office broken again?",
        "Which novel has a page about whales and lighthouses?",
        "How many eggs do two pancakes need?",
      ]) {
        expect({ nonsense, status: (await scope.prepare(nonsense)).status }).toEqual({ nonsense, status: "empty" });
      }
      expect(packTexts(await scope.prepare("Was the message broker rewritten in Rust?"))).toContain(
        "The message broker was rewritten in Rust last winter.",
      );
    });

    it("is not filled up with entries that share only what every entry says", async () => {
      const scope = api.scope("common words");
      const texts = Array.from(
        { length: 40 },
        (_, index) => `The database of service number${String(index)} is small.`,
      );
      await scope.rememberAll([...texts, "The database of the billing service has a backlog."]);
      const question = "database service backlog";
      expect(await scope.find(question, { limit: 50 })).toHaveLength(41);
      expect(packTexts(await scope.prepare(question))).toEqual(["The database of the billing service has a backlog."]);
    });

    it("answers the prompt of an agent as search does", async () => {
      const scope = api.scope("workers");
      const rule = "The deploy script must run migrations before restarting workers, or jobs fail on the old schema.";
      await scope.rememberAll([...teamFacts(60), rule]);
      expect((await scope.find("how should I deploy the workers?"))[0]).toBe(rule);
      expect(packTexts(await scope.prepare("how should I deploy the workers?"))).toContain(rule);
    });

    it("has the first hit of a search for each of fifty entries asked for in their own words", async () => {
      const scope = api.scope("consistent");
      const facts = teamFacts(50);
      await scope.rememberAll(facts);
      const missing: string[] = [];
      for (const fact of facts) {
        const [first] = (await scope.search(fact, { limit: 1 })).hits;
        expect(first?.text).toBe(fact);
        expect(first?.score).toBeGreaterThan(0.3);
        if (!packTexts(await scope.prepare(fact)).includes(fact)) missing.push(fact);
      }
      expect(missing).toEqual([]);
    });

    it("still has the entry when the question stands amid a hundred unrelated words", async () => {
      const scope = api.scope("long prompt");
      const rule = "Kubernetes secrets rotate quarterly.";
      await scope.rememberAll([...teamFacts(100), rule]);
      const question = "kubernetes secrets rotate when";
      expect(packTexts(await scope.prepare(question))).toEqual([rule]);
      const words = unrelatedWords(100);
      const amid = (at: number): string => [...words.slice(0, at), question, ...words.slice(at)].join(" ");
      for (const prompt of [
        amid(0),
        amid(50),
        amid(100),
        `${words.join(" ")}.\n${question}?\n${words.join(" ")}`,
        `${sentences(words)} ${question}? ${sentences(words)}`,
      ]) {
        expect((await scope.find(prompt))[0]).toBe(rule);
        expect(packTexts(await scope.prepare(prompt))).toContain(rule);
      }
      expect((await scope.prepare(words.join(" "))).status).toBe("empty");
    });

    it("is not the prompt that was captured a moment ago", async () => {
      const scope = api.scope("same turn");
      const prompt = "same turn recall sentinel 7f0c9a21";
      await scope.remember("The release train leaves on Tuesday.");
      await scope.capture("prompt-1", prompt);
      expect((await scope.prepare(prompt)).status).toBe("empty");
      expect(await scope.find(prompt)).toEqual([]);
      await scope.remember(prompt);
      expect(packTexts(await scope.prepare(prompt))).toEqual([prompt]);
    });

    it("takes a prompt of 8,192 characters of any script", async () => {
      const scope = api.scope("long query");
      await scope.remember("数据库迁移需要两个人审批。");
      for (const query of ["漢".repeat(8192), "🦊".repeat(8192), "迁移 ".repeat(2730), "a b ".repeat(2048)]) {
        expect((await scope.call("prepare_context", { query })).status).toBe(200);
        expect((await scope.call("search_memory", { query })).status).toBe(200);
      }
      const buried = `数据库迁移需要几个人审批？\n${"天地玄黄宇宙洪荒。".repeat(900)}`;
      expect(packTexts(await scope.prepare(buried))).toEqual(["数据库迁移需要两个人审批。"]);
    });
  });
});

/** Words that no fact holds. */
function unrelatedWords(count: number): readonly string[] {
  const [heads, tails] = [
    "blor kint mavu sered gulo praz tyne wolb".split(" "),
    "dak mer zun pol vik rah son tob".split(" "),
  ];
  const all = heads.flatMap((head) => tails.flatMap((tail) => [`${head}${tail}`, `${tail}${head}`]));
  return all.slice(0, count);
}

function sentences(words: readonly string[]): string {
  return words.map((word, index) => (index % 8 === 7 ? `${word}.` : word)).join(" ");
}
