import { Api } from "../../support/api.js";
import { startApp, type TestApp } from "../../support/app.js";
import { packTexts } from "../../support/packs.js";

const FILLERS = [
  "明天下午三点开会讨论预算。",
  "服务器在法兰克福机房。",
  "会議は午後三時から始まります。",
  "サーバーは東京にあります。",
  "회의는 오후 세 시에 시작합니다.",
  "서버는 서울에 있습니다.",
  "The meeting starts at three.",
  "Встреча начинается в три часа.",
  "การประชุมเริ่มตอนบ่ายสามโมง",
];

interface Case {
  readonly text: string;
  readonly queries: readonly string[];
}

const CASES: readonly Case[] = [
  { text: "即适者生存，生存等于正确的道理", queries: ["适者生存", "生存", "道理"] },
  { text: "亏损百分之八就止损，不要犹豫。", queries: ["止损"] },
  { text: "他每天跑步，身体很健康。", queries: ["健康", "跑步"] },
  { text: "今日は成語しりとりをした", queries: ["しりとり", "成語"] },
  { text: "오늘 끝말잇기 게임을 했다", queries: ["끝말잇기", "게임"] },
  { text: "今天玩成语接龙游戏", queries: ["成语接龙", "接龙"] },
  { text: "步2 重跑gen-itgc后50条悬空引用清零", queries: ["itgc", "悬空", "gen-itgc"] },
  { text: "每天七点推送早报到群里", queries: ["早报"] },
  { text: "他见面只说你好两个字", queries: ["你好"] },
  { text: "不要把日志写到C盘上", queries: ["C盘", "c盘"] },
  { text: "新的API配置放在仓库根目录", queries: ["API配置", "api 配置"] },
  { text: "Кэш прогревается перед выкладкой", queries: ["выкладкой", "КЭШ"] },
  { text: "Der Prüfstand heißt STRASSE und steht in Köln", queries: ["prüfstand", "köln", "strasse"] },
  { text: "ระบบสำรองข้อมูลทำงานทุกคืน", queries: ["ระบบสำรองข้อมูลทำงานทุกคืน"] },
];

describe("an entry in any script", () => {
  let server: TestApp;
  let api: Api;

  beforeAll(async () => {
    server = await startApp();
    api = new Api(server.url);
    await api.scope("scripts").rememberAll([...FILLERS, ...CASES.map(({ text }) => text)]);
  });

  afterAll(() => server.close());

  it.each(CASES)("is found first by a part of it: $text", async ({ text, queries }) => {
    for (const query of queries) {
      const hits = await api.scope("scripts").find(query);
      expect({ query, first: hits[0] }).toEqual({ query, first: text });
      expect(hits.length).toBeLessThan(CASES.length);
    }
  });

  it.each([
    { prompt: "怎么理解适者生存的道理？", text: "即适者生存，生存等于正确的道理" },
    { prompt: "API配置放在哪里？", text: "新的API配置放在仓库根目录" },
    { prompt: "今日は成語しりとりをしましたか？", text: "今日は成語しりとりをした" },
    { prompt: "끝말잇기 게임을 했나요?", text: "오늘 끝말잇기 게임을 했다" },
  ])("gets into the pack of a question in its script: $prompt", async ({ prompt, text }) => {
    expect(packTexts(await api.scope("scripts").prepare(prompt))).toContain(text);
    expect(packTexts(await api.scope("other scope").prepare(prompt))).toEqual([]);
  });

  it("is not found by a question about something else in its script", async () => {
    for (const prompt of ["鲸鱼吃什么？", "クジラは何を食べますか", "고래는 무엇을 먹나요"]) {
      expect({ prompt, status: (await api.scope("scripts").prepare(prompt)).status }).toEqual({
        prompt,
        status: "empty",
      });
    }
  });

  it("is one entry in either normal form and with any outer space, and another with other inner space", async () => {
    const scope = api.scope("normal forms");
    const first = await scope.remember("caf\u00E9 at noon");
    for (const same of ["cafe\u0301 at noon", "\tcafe\u0301 at noon\n", "\u3000caf\u00E9 at noon\uFEFF"]) {
      expect(await scope.remember(same)).toEqual(first);
    }
    expect((await scope.remember("caf\u00E9  at noon")).memory.revision).toBe(2);
    expect((await scope.remember("caf\u00E9\tat noon")).memory.revision).toBe(3);
    expect((await scope.list()).entries).toHaveLength(3);
    expect(await scope.find("cafe\u0301")).toHaveLength(3);
  });

  it("comes out of a pack well formed at every budget, however it is cut", async () => {
    const scope = api.scope("budget");
    const text = "🔥🎭😄漢字é".repeat(20);
    await scope.remember(text);
    const lengths = new Set<number>();
    for (let max_bytes = 512; max_bytes <= 1000; max_bytes += 1) {
      const pack = await scope.prepare("漢字", { max_bytes });
      expect(pack.content_bytes).toBeLessThanOrEqual(max_bytes);
      for (const content of packTexts(pack)) {
        expect(content.isWellFormed()).toBe(true);
        expect(content === text || text.startsWith(content.slice(0, -1))).toBe(true);
        lengths.add(content.length);
      }
    }
    expect(lengths.size).toBeGreaterThan(50);
  });
});
