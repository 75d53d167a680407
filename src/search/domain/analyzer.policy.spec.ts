import fc from "fast-check";

import { utf8Length } from "../../kernel/unicode.js";
import { analyze, analyzeQuery, MAX_TERM_BYTES } from "./analyzer.policy.js";

const termsOf = (text: string): readonly string[] => [...analyze(text).terms.keys()];

/** Whether seeks by the exact terms and ranges by the prefixes of the query meet the text. */
function finds(query: string, text: string): boolean {
  const stored = termsOf(text);
  return analyzeQuery(query)
    .filter((term) => !term.isFunctionWord)
    .some(({ kind, term }) => (kind === "prefix" ? stored.some((s) => s.startsWith(term)) : stored.includes(term)));
}

describe("analyze", () => {
  it.each([
    ["getUserById", "getuserbyid get user by id"],
    ["HTTPServer", "httpserver http server"],
    ["snake_case", "snakecas snak cas"],
    ["a/b/c.ts:42", "a/b/c.ts:42 a b c.ts c ts 42"],
    ["oceanbase-blue-116", "oceanbaseblue116 oceanbas blu 116"],
    ["v1.2.3-rc.1", "v1.2.3rc.1 v1 2 3 rc 1"],
    ["GB/s", "gb/s gb s"],
    ["ubuntu 20.04", "ubuntu 20.04 20 04"],
    ["health.base", "health.base health bas"],
    ["std::vector", "std::vector std vector"],
    ["C++", "c++ c"],
    ["sha256", "sha256 sha 256"],
    ["the 7th at 3pm", "the 7th at 3pm"],
    ["333m of 10k", "333m 333 of 10k 10"],
    ["we're Alice's APIs, don't", "we alic api dont"],
    ["--flag-name (x) .env", "flagnam flag nam x env"],
  ])("keeps code tokens whole and split: %s", (text, terms) => {
    expect(termsOf(text)).toEqual(terms.split(" "));
  });

  it.each([
    ["适者生存", "适者 者生 生存 存"],
    ["API配置", "api 配置 置"],
    ["步2 重跑gen-itgc后", "步 2 重跑 跑 genitgc gen itgc 后"],
    ["今日は、𠮷野家", "今日 日は は 𠮷野 野家 家"],
    ["끝말잇기 게임", "끝말 말잇 잇기 기 게임 임"],
    ["ｶﾞｲﾄﾞ", "ガイ イド ド"],
    ["สวัสดี", "สว วั ัส สด ดี ี"],
  ])("reads scripts without spaces as grams and the last character: %s", (text, terms) => {
    expect(termsOf(text)).toEqual(terms.split(" "));
  });

  it.each([
    ["one identifier in four spellings", ["user_id", "userId", "user-id", "UserID"], "userid"],
    ["NFC, NFD, upper case and no accent", ["caf\u00e9", "cafe\u0301", "CAFÉ", "cafe"], "caf"],
    ["sharp s", ["STRASSE", "straße"], "stras"],
    ["final sigma and accents", ["ΟΔΌΣ", "οδός"], "οδοσ"],
    ["ligatures, full width and soft hyphens", ["file", "ﬁle", "ＦＩＬＥ", "fi\u00adle"], "fil"],
    ["Arabic vowel marks", ["مُحَمَّد", "محمد"], "محمد"],
    ["the Arabic article, hamza carriers and last letters", ["القاهرة", "بالقاهره", "قاهرة"], "قاهره"],
    ["a Hebrew word and its prefix", ["הפגישה", "פגישה"], "פגישה"],
    ["ё and е", ["ЁЛКА", "ёлка", "елка"], "елк"],
    ["cases of a Russian word", ["сборка", "сборку", "Сборкой"], "сборк"],
    ["stroked Latin letters", ["Łódź", "lodz"], "lodz"],
    ["Danish letters", ["Smørrebrød", "smorrebrod"], "smorrebrod"],
    ["Vietnamese letters", ["Đức", "duc"], "duc"],
    ["Icelandic letters", ["Þorsteinn", "thorsteinn"], "thorstein"],
    ["Latin ligatures", ["cœur", "coeur", "CŒUR"], "coeur"],
    ["æ, ð, ħ and ı", ["æðħı", "ÆÐĦI", "aedhi"], "aedhi"],
    ["variation selectors and skin tones", ["👍", "👍\ufe0f", "👍🏽"], "👍"],
  ])("joins %s", (_, spellings, term) => {
    for (const spelling of spellings) expect(termsOf(spelling)).toContain(term);
  });

  it("keeps apart what only looks alike: 20.04 and 2004, C++ and C, 生存 and 存生", () => {
    expect(termsOf("20.04")).not.toContain("2004");
    expect(termsOf("C")).not.toContain("c++");
    expect(termsOf("生存")).not.toContain("存生");
    expect(termsOf("й")).toEqual(["й"]);
    expect(termsOf("العلم")).not.toEqual(termsOf("الفلم"));
    expect(termsOf("2004 C++ 存生")).toEqual(expect.arrayContaining(["2004", "c++", "存生"]));
  });

  it("counts words, half of the unspaced characters, and neither function words nor wholes", () => {
    expect(analyze("the migration of getUserName").length).toBe(4);
    expect(analyze("适者生存者").length).toBe(2);
    expect(analyze("of the").length).toBe(0);
    expect(analyze("deploy Deployed deployment").terms).toEqual(new Map([["deploy", 3]]));
  });

  it("cuts long terms to 64 bytes without joining two that share their head", () => {
    const [first = "", second = ""] = [termsOf("x".repeat(100)), termsOf(`${"x".repeat(99)}y`)].flat();
    expect(utf8Length(first)).toBe(MAX_TERM_BYTES);
    expect(first.startsWith("x".repeat(48))).toBe(true);
    expect(second).not.toBe(first);
    expect(termsOf("xy".repeat(32))).toEqual(["xy".repeat(31) + "xi"]);
  });

  it.each(["", " \t\n", "\u0000", "\ud800", "\udc00a", "…—()\"'", "\u0301\u0301", "'", "a'", "_", "::", "-.-"])(
    "has an analysis for %j",
    (text) => {
      expect(analyze(text).length).toBeLessThanOrEqual(1);
      expect(analyze(`${text} zebra`).terms.get("zebra")).toBe(1);
    },
  );

  it("reads runs of marks, connectors or letters of 200,000 characters through", () => {
    for (const unit of ["\u0301\u0316", "a_", "aB", "-.", "a'", "适", "x", "1a"]) {
      const text = `${unit.repeat(200_000 / unit.length)} zebra`;
      expect(analyze(text).terms.get("zebra")).toBe(1);
    }
  });

  it("reads at most 32 marks on a letter", () => {
    const marked = (count: number): string => `к${"\u0483".repeat(count)}`;
    expect(termsOf(marked(40))).toEqual(termsOf(marked(32)));
    expect(termsOf(marked(31))).not.toEqual(termsOf(marked(32)));
  });

  it("is total, deterministic, bounded per term and blind to the normal form", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const analysis = analyze(text);
        expect(analyze(text)).toEqual(analysis);
        expect(analyze(text.normalize("NFC"))).toEqual(analyze(text.normalize("NFD")));
        for (const [term, frequency] of analysis.terms) {
          expect(term).not.toBe("");
          expect(utf8Length(term)).toBeLessThanOrEqual(MAX_TERM_BYTES);
          expect(frequency).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe("analyzeQuery", () => {
  it("names the word that grams with particles, or forms with and without prefix, are attempts at", () => {
    const attempts = (query: string): readonly string[] =>
      analyzeQuery(query).map(({ term, ofWord }) => `${term} ${ofWord ?? "-"}`);
    expect(attempts("배포를 API키")).toEqual(["배포 배포를", "포를 배포를", "api -", "키 -"]);
    expect(attempts("הפגישה")).toEqual(["הפגישה הפגישה", "פגישה הפגישה"]);
    expect(attempts("部署了 plan")).toEqual(["部署 -", "署了 -", "plan -"]);
  });

  it("tells what a prompt can be about from everyday words, but not within an identifier", () => {
    const bearings = (query: string): readonly string[] =>
      analyzeQuery(query).map(({ term, bearing }) => `${term} ${bearing}`);
    expect(bearings("trying pnpm home 7")).toEqual(["tri talk", "pnpm telling", "hom plain", "7 talk"]);
    expect(bearings("go.mod")).toEqual(["go.mod telling", "go telling", "mod telling"]);
    expect(bearings("谢谢部署")).toEqual(["谢谢 talk", "谢部 telling", "部署 telling"]);
  });

  it.each([
    ["即适者生存，生存等于正确的道理", ["适者生存", "生存", "道理", "道"], "繁荣"],
    ["止损设在百分之二", ["止损"], "止盈"],
    ["每天的早报，说你好，保持健康", ["早报", "你好", "健康"], "晚报"],
    ["今日は成語しりとりをした", ["しりとり", "成語"], "将棋"],
    ["うちの猫がかわいい", ["猫", "猫は何が好き"], "犬"],
    ["今天玩成语接龙游戏", ["成语接龙"], "象棋"],
    ["오늘 끝말잇기 게임을 했다", ["끝말잇기", "게임"], "축구"],
    ["步2 重跑gen-itgc后50条悬空引用清零", ["itgc", "悬空", "gen-itgc", "GEN_ITGC"], "genitg"],
    ["清理C盘空间，改API配置", ["C盘", "API配置", "盘"], "D区"],
    ["the marker phrase is oceanbase-blue-116 here", ["oceanbase-blue-116 add search", "oceanbase blue"], "mysql-7"],
    ["runs on Ubuntu 20.04 with v1.2.3-rc.1", ["ubuntu 20.04", "20.04", "v1.2.3-rc.1", "V1.2.3-RC.1"], "22.10"],
    ["see Downloads/transcripts and health.base", ["Downloads/transcripts", "health.base", "transcript"], "uploads"],
    ["we don't use agents; status: done", ["don't use agents", "agent", "status: done"], "blocked"],
    [
      'timeout "error" in col:val of foo-bar',
      ['timeout "error', "retry OR error", "(foo", "-bar", "col:val", "error*"],
      "NEAR",
    ],
    ["ein Café in Łódź", ["cafe", "CAFE\u0301", "Łódź"], "the"],
  ])("finds in %s what people ask", (text, queries, absent) => {
    for (const query of queries) expect([query, finds(query, text)]).toEqual([query, true]);
    expect([absent, finds(absent, text)]).toEqual([absent, false]);
  });

  it.each(["*", '""', ";", "( )", "^", " ", "\ud800", "NEAR()".slice(4)])(
    "has no terms for the mere syntax %j",
    (query) => {
      expect(analyzeQuery(query)).toEqual([]);
      expect(analyzeQuery(`${query} zebra`)).toHaveLength(1);
    },
  );

  it("marks function words of several languages and nothing else", () => {
    const functions = (query: string): readonly string[] =>
      analyzeQuery(query)
        .filter((term) => term.isFunctionWord)
        .map(({ term }) => term);
    expect(functions("What does the worker do?")).toEqual(["what", "doe", "the", "do"]);
    expect(functions("wo ist der Schlüssel")).toEqual(["wo", "ist", "der"]);
    expect(functions("où est la clé")).toEqual(["ou", "est", "la"]);
    expect(functions("где ключ")).toEqual(["где"]);
    expect(functions("这是什么猫")).toEqual(["这是", "是什", "什么"]);
    expect(functions("猫でした")).toEqual(["でし", "した"]);
  });

  it("tells code tokens from prose and names them to their parts", () => {
    const kinds = (query: string): readonly string[] => analyzeQuery(query).map(({ kind, term }) => `${kind} ${term}`);
    expect(kinds("self-care and/or 1:30 8GB")).not.toContainEqual(expect.stringContaining("code"));
    expect(kinds("snake_case")).toEqual(["code snakecas", "word snak", "word cas"]);
    expect(analyzeQuery("self-care").map(({ partOf }) => partOf)).toEqual([undefined, undefined, undefined]);
    expect(analyzeQuery("a/b.ts").map(({ term, partOf }) => [term, partOf])).toEqual([
      ["a/b.ts", undefined],
      ["a", "a/b.ts"],
      ["b.ts", "a/b.ts"],
      ["b", "b.ts"],
      ["ts", "b.ts"],
    ]);
  });

  it("asks for nothing that the text around the query would not hold", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (words, from, count) => {
        const start = from % words.length;
        const query = words.slice(start, start + 1 + (count % words.length)).join(" ");
        const stored = termsOf(words.join(" "));
        for (const { kind, term } of analyzeQuery(query)) {
          const isThere = kind === "prefix" ? stored.some((s) => s.startsWith(term)) : stored.includes(term);
          expect([query, term, isThere]).toEqual([query, term, true]);
        }
      }),
    );
  });
});

const pieces = [
  "getUser",
  "_",
  "-",
  "/",
  ".",
  ":",
  "'s",
  "n't",
  "42",
  "v1",
  "适者",
  "は",
  "猫",
  "한글",
  "é",
  "e\u0301",
  "🔥",
  "\ud83d",
  " ",
  "ing",
];
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((parts) => parts.join("")),
);
const word = anyText.map((text) => text.replace(/\s/gu, "")).filter((text) => text !== "");
