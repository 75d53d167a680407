import fc from "fast-check";

import { isNearIdentical } from "./near-identity.policy.js";

const LONG =
  "The checkout service reads its feature flags from the shared Redis cluster in Frankfurt and falls back to the defaults " +
  "that were packaged with the release when the cluster cannot be reached within the deadline.";

describe("near identity", () => {
  it.each([
    ["themselves", LONG, LONG],
    ["another case and punctuation", "Releases go out on Tuesdays.", "releases go out, on TUESDAYS"],
    ["another inflection", "The team deploys on Friday.", "The teams deployed on Fridays."],
    ["another order of sentences", "Use pnpm. Never commit lock files.", "Never commit lock files. Use pnpm."],
    [
      "another order of clauses",
      "The production database must never be migrated on a Friday afternoon before the release train leaves.",
      "Before the release train leaves on a Friday afternoon, the production database must never be migrated.",
    ],
    ["another order of clauses in Chinese", "发布之前，必须先运行数据库迁移。", "必须先运行数据库迁移，发布之前"],
    ["a word more at two places of many", LONG, LONG.replace("shared", "big shared").replace("reads", "reads all")],
    ["invisible characters", "We never deploy on Fridays", "We ne\u200bver de\u00adploy on Fridays"],
    ["one more word in many", LONG, LONG.replace("shared", "big shared")],
    ["another full stop", "Retry when x > 3.", "retry when x > 3"],
    ["three full stops", "Retry when x > 3...", "Retry when x > 3 …"],
    ["other quotes", 'Call it `main`, not "master".', "Call it 'main', not “master”."],
    ["other blanks", "Set x=1 and y = 5 %", "Set  x = 1\nand y=5%"],
    ["another dash", "Deploy on Friday - never later", "Deploy on Friday – never later"],
    ["no dash in a long text", `${LONG} It is well-known.`, `${LONG} It is well known.`],
    ["another case of its first letter", "src/main.ts is the entry", "Src/main.ts is the entry"],
    ["another case of an article that begins a sentence", "Rest. A rule holds", "rest. a rule holds"],
    ["a shouted word", "Do not deploy on Friday", "Do NOT deploy on Friday"],
    ["another form of Unicode", "R\u00e9sum\u00e9s go to café", "Re\u0301sume\u0301s go to cafe\u0301"],
    ["full-width letters", "Set x = 5 % of 10", "Ｓｅｔ ｘ ＝ ５ ％ ｏｆ １０"],
    ["CJK punctuation", "注意：部署之前，先运行迁移！", "注意, 部署之前, 先运行迁移。"],
    ["a range with another dash", `${LONG} Wait 5-10 s.`, `${LONG} Wait 5 – 10 s.`],
    [
      "another order of clauses with signs",
      "Alert if x > 3 or so. Scale if y < 5.",
      "Scale if y < 5. Alert if x > 3 or so.",
    ],
    ["a contraction", "We do not deploy on Fridays after lunch", "We do not deploy on fridays after lunch!"],
  ])("holds for %s", (_, left, right) => {
    expect(isNearIdentical(left, right)).toBe(true);
    expect(isNearIdentical(right, left)).toBe(true);
  });

  it.each([
    ["another word in a short text", "Releases go out on Tuesdays.", "Releases go out on Thursdays."],
    ["another number", LONG + " Retry after 30 seconds.", LONG + " Retry after 60 seconds."],
    ["a number more", LONG, LONG + " 5"],
    ["another code token", LONG + " Set `cache_ttl`.", LONG + " Set `cache_size`."],
    ["another version", LONG + " v1.2", LONG + " v1.3"],
    ["a negation", LONG, LONG.replace("reads", "never reads")],
    ["a contracted negation", LONG.replace("cannot", "can"), LONG],
    [
      "a negation in Chinese",
      "我们在生产环境中使用这个缓存集群来保存会话数据和配置",
      "我们不在生产环境中使用这个缓存集群来保存会话数据和配置",
    ],
    ["swapped subjects", "Alice reports to Bob.", "Bob reports to Alice."],
    [
      "swapped names of two words",
      "The api service must start before the worker service.",
      "The worker service must start before the api service.",
    ],
    ["a swapped direction", "Traffic moves from eu to us at night.", "Traffic moves from us to eu at night."],
    [
      "swapped arguments beside a clause",
      "Service A depends on service B, and never the other way round.",
      "Service B depends on service A, and never the other way round.",
    ],
    ["swapped arguments in a long text", LONG + " It copies from eu to us.", LONG + " It copies from us to eu."],
    ["swapped items that a comma parts", "Use tabs, not spaces", "Use spaces, not tabs"],
    ["swapped names in Chinese", "爱丽丝向鲍勃汇报", "鲍勃向爱丽丝汇报"],
    [
      "a swapped direction in a long Chinese text",
      "结算平台每天晚上会把生产环境中所有租户的审计日志以及账单明细完整地从欧洲复制到美国，并在次日早上检查这些数据的一致性",
      "结算平台每天晚上会把生产环境中所有租户的审计日志以及账单明细完整地从美国复制到欧洲，并在次日早上检查这些数据的一致性",
    ],
    [
      "another order of steps in Chinese",
      "部署脚本先执行数据库迁移，再重启工作进程。",
      "部署脚本先重启工作进程，再执行数据库迁移。",
    ],
    ["another comparison", "use a > b", "use a < b"],
    ["another comparison in a long text", `${LONG} Retry when x > 3.`, `${LONG} Retry when x < 3.`],
    ["a comparison negated", "x = 1", "x != 1"],
    ["a stricter comparison", "x > 1", "x >= 1"],
    ["comparisons that change places", "Alert if x > 3 and y < 5", "Alert if x < 3 and y > 5"],
    ["a sign of arithmetic", "set -1", "set 1"],
    ["another sign of arithmetic", "a + b", "a - b"],
    ["a difference and a pair", "10 - 5", "10 5"],
    ["a minus sign", "keep it at \u22121", "keep it at 1"],
    ["signs that change places", "x: -1, y: 1", "x: 1, y: -1"],
    ["items of a list that change places", "in this order: 0, -1, 1", "in this order: 0, 1, -1"],
    ["units that change places", "cpu: 5 %, ram: 10", "cpu: 5, ram: 10 %"],
    ["values that change places", "python: 3.11, node: 22.1", "python: 22.1, node: 3.11"],
    ["names that change places", "Alice: backend team, Bob: frontend team", "Alice: frontend team, Bob: backend team"],
    ["a negated name", "if !ready then stop", "if ready then stop"],
    ["a negated command", "if ! grep foo", "if grep foo"],
    ["another path", "rm -rf ./x", "rm -rf /x"],
    ["a path above", "cd ../x", "cd ./x"],
    ["a path of one dot", "git add .", "git add"],
    ["a hidden file", "edit .env", "edit env"],
    ["no path", "rm /tmp x", "rm tmp x"],
    ["a flag", "run -v", "run v"],
    ["a longer flag", "run --v", "run -v"],
    ["the case of a flag", "run -v", "run -V"],
    ["a percentage", "5 %", "5"],
    ["a currency", "It costs 5 $", "It costs 5 €"],
    ["the case of a letter", "file A", "file a"],
    ["the case of a path", "read src/Main.ts", "read src/main.ts"],
    ["the case of an identifier", "set USER_ID", "set user_id"],
    ["another spelling of an identifier", "set user_id", "set user-id"],
    ["an accent", "résumé", "resume"],
    ["an accent in a long text", `${LONG} Read the résumé.`, `${LONG} Read the resume.`],
    ["a letter of its own", "in Maßen", "in Massen"],
    ["a circled number", "①", "1"],
    ["a power", "x²", "x2"],
    ["a wildcard", "delete *.ts", "delete .ts"],
    ["an operator", "a && b", "a || b"],
    ["an arrow", "a -> b", "a > b"],
    ["an arrow the other way", "a -> b", "a <- b"],
    ["brackets", "(a + b) * c", "a + (b * c)"],
    ["an interval", "[0, 1]", "(0, 1)"],
    ["a question", "Use tabs?", "Use tabs."],
    ["a mark of success", "the build ✅", "the build ❌"],
    ["another port", "open host:80", "open host 80"],
    ["a scope", "a::b", "a:b"],
    ["a full-width sign", "当 x ＞ 3 时重试", "当 x ＜ 3 时重试"],
    ["nothing in common", "a", "b"],
    ["no words", "", ""],
  ])("does not hold for %s", (_, left, right) => {
    expect(isNearIdentical(left, right)).toBe(false);
    expect(isNearIdentical(right, left)).toBe(false);
  });

  const WORDS = [
    "use",
    "x",
    "A",
    "résumé",
    "3",
    "src/main.ts",
    "user_id",
    "漢字",
    "-v",
    "./y",
    "!ready",
    "(z)",
    "fast",
  ];
  const OPERATORS = ["<", ">", "=", "!=", "+", "*", "%", "&&", "||", "->", "<=", "/", "?"];
  const words = fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 6 });
  const operators = fc.uniqueArray(fc.constantFrom(...OPERATORS), { minLength: 2, maxLength: 2 });

  it("holds for every text with another full stop, other quotes, other blanks and another first letter", () => {
    fc.assert(
      fc.property(words, operators, ([first = "", ...others], [operator = ""]) => {
        const text = [first, operator, ...others].join(" ");
        const other = text.replace(/^\p{L}/u, (letter) => (letter === "A" ? "a" : letter.toUpperCase()));
        const same = [`${text}.`, `"${text}"`, `“${text}.”`, ` ${text.replaceAll(" ", "  ")}\n`, `${other}!`];
        for (const one of same) expect([one, isNearIdentical(text, one)]).toEqual([one, true]);
      }),
    );
  });

  it("does not hold for any text with one operator exchanged, however long it is", () => {
    fc.assert(
      fc.property(words, operators, fc.boolean(), ([first = "", ...others], [left = "", right = ""], isLong) => {
        const text = (operator: string) => [first, operator, ...others, isLong ? LONG : ""].join(" ");
        expect(isNearIdentical(text(left), text(right))).toBe(false);
        expect(isNearIdentical(text(left), text(left))).toBe(true);
      }),
    );
  });
});
