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
    ["nothing in common", "a", "b"],
    ["no words", "", ""],
  ])("does not hold for %s", (_, left, right) => {
    expect(isNearIdentical(left, right)).toBe(false);
    expect(isNearIdentical(right, left)).toBe(false);
  });
});
