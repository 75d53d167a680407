import { admits, planPrepare } from "./admission.policy.js";
import { MAX_QUERY_TERMS } from "./ranking.policy.js";
import { planSearch } from "./query-plan.policy.js";
import { scanDocs, scanFind, scanFrequencies } from "./scan-index.policy.js";
import { frequencyTerms, segmentQuery } from "./segments.policy.js";

/** Indexes of the admitted entries among the best 16. */
function prepare(entries: readonly string[], prompt: string): readonly number[] {
  const docs = scanDocs(entries.map((text, doc) => ({ doc, text })));
  const query = segmentQuery(prompt);
  const plan = planPrepare(query, scanFrequencies(docs, frequencyTerms(query)), docs.length);
  expect(plan.weighted.length).toBeLessThanOrEqual(MAX_QUERY_TERMS);
  return scanFind(docs, plan.weighted, 16)
    .filter((hit) => admits(plan, hit))
    .map(({ doc }) => doc);
}

function search(entries: readonly string[], text: string): readonly number[] {
  const docs = scanDocs(entries.map((entry, doc) => ({ doc, text: entry })));
  const query = segmentQuery(text);
  return scanFind(docs, planSearch(query, scanFrequencies(docs, frequencyTerms(query)), docs.length), 10).map(
    ({ doc }) => doc,
  );
}

const deploy = "The deploy script must run migrations before restarting workers, otherwise jobs crash.";
const topics = "billing harbor garden violin kernel saffron glacier puppet meadow anchor".split(" ");
const subjects = "invoice tide rose concert panic risotto crevasse theatre orchid chain ledger sunset mason".split(" ");
/** 130 entries that share their phrasing and differ in two words. */
const crowd = topics.flatMap((topic) =>
  subjects.map((subject) => `The team noted that the ${topic} concerns a ${subject}.`),
);
const nonsense = "PHRASE_THAT_DOES_NOT_APPEAR_QQQQ";
/** 100 words that no entry knows. */
const noise = Array.from(
  { length: 100 },
  (_, index) => `q${"bcdfghjklm"[index % 10] ?? ""}${"bcdfghjklm"[Math.floor(index / 10)] ?? ""}ux`,
);

describe("prepare's admission", () => {
  it.each([
    ["how should I deploy the workers?", deploy],
    ["What does Alice like?", "Alice likes coffee"],
    ["coffee", "Alice likes coffee"],
    [
      "Which validation is required after changing persistence?",
      "Run the backend contract tests after changing persistence behavior.",
    ],
    ["适者生存是什么意思", "即适者生存，生存等于正确的道理"],
    ["止损", "止损设在百分之二"],
    ["道", "即适者生存，生存等于正确的道理"],
    ["しりとりはいつした？", "今日は成語しりとりをした"],
    ["끝말잇기 게임은 언제 했어?", "오늘 끝말잇기 게임을 했다"],
    ["what is gen-itgc about", "步2 重跑gen-itgc后50条悬空引用清零"],
    ["oceanbase-blue-116 add search", "the marker phrase is oceanbase-blue-116 here"],
  ])("admits what answers %s, in a scope of one entry and among 130 others", (prompt, entry) => {
    expect(prepare([entry], prompt)).toEqual([0]);
    expect(prepare([entry, ...crowd], prompt)).toContain(0);
    expect(prepare(crowd, prompt)).toEqual([]);
  });

  it.each([
    nonsense,
    "What's the weather in Lisbon tomorrow?",
    "did the team like it?",
    "the and of it",
    "继续吧，谢谢你",
    "どこですか",
    "?!",
    "",
  ])("admits nothing for %j", (prompt) => {
    expect(prepare([deploy, ...crowd], prompt)).toEqual([]);
  });

  it("does not take an entry for a code token whose parts it happens to hold", () => {
    const entry = "The phrase may appear anywhere.";
    expect(prepare([entry, ...crowd], nonsense)).toEqual([]);
    expect(prepare([entry, ...crowd], "may the phrase appear")).toEqual([0]);
  });

  it("takes a rare code token for enough, whatever stands around it, and a common one not", () => {
    const prompt = "explain why everyone insists on userId, migrations or a crash";
    expect(prepare(["The userid column is a text.", ...crowd], prompt)).toEqual([0]);
    expect(prepare([deploy, ...crowd.map((text) => `${text} userid`)], prompt)).toEqual([0]);
  });

  it("takes entries that cover the whole prompt, however common its words", () => {
    const entries = Array.from({ length: 60 }, (_, index) =>
      index < 30 ? "Deploy workers daily." : "Sing songs daily.",
    );
    expect(prepare(entries, "deploy the workers")).toEqual(Array.from({ length: 16 }, (_, index) => 29 - index));
    expect(prepare(entries, "deploy the workers alone")).toEqual([]);
    expect(prepare(entries, "deploy")).toEqual([]);
  });

  it("never recalls by function words, though a search for them finds", () => {
    expect(prepare(["What about it"], "what about it")).toEqual([]);
    expect(search(["What about it"], "what about it")).toEqual([0]);
    expect(prepare(["What about coffee"], "what about coffee")).toEqual([0]);
  });

  it("does not take two words that share a character and its ending for one", () => {
    expect(prepare(["道が分かれた。"], "分かりづらい")).toEqual([]);
    expect(prepare(["分かりやすい道。"], "分かりやすい")).toEqual([0]);
  });

  it.each([
    ["npm install", "Use pnpm, not npm, in the monorepo.", "pip install"],
    [
      "install the dependencies with npm",
      "Use pnpm, not npm, in the monorepo.",
      "install the dependencies of the robot",
    ],
    ["add lodash to the monorepo", "Use pnpm, not npm, in the monorepo.", "add lodash to the robot"],
    ["should I deploy today?", "Never deploy on Fridays", "should I swim today?"],
    ["should I use inheritance here?", "Prefer composition over inheritance in this codebase", "should I use it here?"],
    ["am I allergic to anything?", "The user is allergic to peanuts", "am I near anything?"],
    ["今天部署", "不要在周五部署", "今天休息"],
    ["我对什么过敏？", "用户对花生过敏", "我对什么感动？"],
    ["запусти сборку", "Сборка запускается только на ветке release", "запусти тест"],
    ["배포를 누가 진행하나요?", "배포는 매주 화요일에 김민지가 진행합니다", "요리를 누가 좋아하나요?"],
    ["배포 일정 알려줘", "배포는 매주 화요일에 김민지가 진행합니다", "요리 일정 알려줘"],
    ["איפה הפגישה?", "יש פגישה בתל אביב", "איפה הארנב?"],
  ])("lets the words of the task around a telling one not outvote it: %s", (prompt, entry, other) => {
    expect(prepare([entry, ...crowd], prompt)).toEqual([0]);
    expect(prepare([entry], prompt)).toEqual([0]);
    expect(prepare([entry, ...crowd], other)).toEqual([]);
    expect(prepare([entry], other)).toEqual([]);
  });

  it.each(["hi", "ok", "yes", "continue", "go on", "try again", "what do you think?", "I want to go home", "1"])(
    "recalls nothing for mere talk, though a turn holds its every word: %s",
    (talk) => {
      const turns = ["Hi! OK, yes, I think I will try again.", "Continue, go on.", "I want to go home, 1 or 2 hours."];
      expect(prepare([...turns, ...crowd], talk)).toEqual([]);
      expect(search([...turns, ...crowd], talk)).not.toEqual([]);
      expect(prepare([...turns, "The heron sleeps.", ...crowd], `${talk} heron`)).toEqual([3]);
    },
  );

  it("takes two plain words for enough and one not", () => {
    const entries = ["Bob works from home.", "The home of the heron.", ...crowd];
    expect(prepare(entries, "who works from home?")).toEqual([0]);
    expect(prepare(entries, "I want to go home")).toEqual([]);
  });

  it.each([
    ["blue-116", "The marker phrase is oceanbase-blue-116 here", "blue-117"],
    ["RETRY_COUNT", "MAX_RETRY_COUNT=5 is set in .env.production", "RETRY_LIMIT"],
    ["transcripts/2024", "They are saved under ~/Downloads/transcripts/2024", "transcripts/2025"],
    ["rc.1", "release v1.2.3-rc.1 broke it", "rc.7"],
  ])("finds a code token inside a longer one by its parts, all of them: %s", (prompt, entry, other) => {
    expect(prepare([entry, ...crowd], prompt)).toEqual([0]);
    expect(prepare([entry, ...crowd], other)).toEqual([]);
  });

  it("lets absent words say less where there are so many that a question may stand amid them", () => {
    const entry = crowd.indexOf("The team noted that the billing concerns a invoice.");
    const amid = (count: number): string => ["billing", "invoice", ...noise.slice(0, count)].join(" ");
    expect(prepare(crowd, amid(10))).toEqual([entry]);
    expect(prepare(crowd, amid(1))).toEqual([entry]);
    expect(prepare(crowd, amid(4))).toEqual([]);
  });

  it.each([20, 100, 400])("finds a question in another alphabet amid %d words", (count) => {
    const words = Array.from({ length: count }, (_, index) => noise[index % noise.length] ?? "");
    const entry = "배포는 매주 화요일에 김민지가 진행합니다";
    for (const position of [0, count / 2, count]) {
      const amid = (question: string): string =>
        [...words.slice(0, position), question, ...words.slice(position)].join(" ");
      expect(prepare([entry, ...crowd], amid("김민지가 하는 일은?"))).toEqual([0]);
      expect(prepare([entry, ...crowd], amid("요리사가 하는 춤은?"))).toEqual([]);
    }
  });

  it("scores more of a segment than its two rarest terms", () => {
    const entries = [
      "An orchid.",
      "A sunset.",
      "The violin in the harbor.",
      "A violin.",
      "A harbor.",
      ...crowd.slice(0, 5),
    ];
    expect(prepare(entries, "orchid sunset violin harbor")).toContain(2);
  });

  it("forgives one word the scope has never heard of beside a rare one, and any number beside two", () => {
    expect(prepare([deploy, ...crowd], "migrations of purple zebras")).toEqual([]);
    expect(prepare([deploy, ...crowd], "migrations of zebras")).toEqual([0]);
    expect(prepare([deploy, ...crowd], "migrations crash six purple striped hungry zebras")).toEqual([0]);
  });

  it("finds a question amid 100 unrelated words as it does alone, with and without sentence marks", () => {
    const question = "deploy script migrations workers";
    const [before, after] = [noise.slice(0, 50).join(" "), noise.slice(50).join(" ")];
    for (const prompt of [question, `${before} ${question} ${after}`, `${before}.\n${question}?\n${after}`]) {
      expect(prepare([...crowd, deploy], prompt)).toEqual([crowd.length]);
    }
    expect(prepare([...crowd, deploy], `${before} ${after}`)).toEqual([]);
  });

  it("finds a question at the start, in the middle and at the end of the longest prompt", () => {
    const filler = Array.from({ length: 900 }, (_, index) => {
      const end = index % 9 === 8 ? "." : "";
      return `${noise[index % 100] ?? ""}${"bcdfghjkl"[Math.floor(index / 100)] ?? ""}${end}`;
    });
    for (const position of [0, 450, 900]) {
      const prompt = [...filler.slice(0, position), "How should I deploy the workers?", ...filler.slice(position)].join(
        " ",
      );
      expect(prompt.length).toBeLessThanOrEqual(8192);
      expect(prepare([...crowd, deploy], prompt)).toEqual([crowd.length]);
    }
  });

  it("admits the first hit of a search for an entry's own words, for each of 50 entries", () => {
    const entries = topics
      .slice(0, 5)
      .flatMap((topic) => subjects.slice(0, 10).map((subject) => `The ${topic} concerns a ${subject}.`));
    entries.forEach((_, index) => {
      const query = `${topics[Math.floor(index / 10)] ?? ""} ${subjects[index % 10] ?? ""}`;
      expect(search(entries, query)[0]).toBe(index);
      expect(prepare(entries, query)).toContain(index);
    });
  });
});
