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
    ["nothing in common", "a", "b"],
    ["no words", "", ""],
  ])("does not hold for %s", (_, left, right) => {
    expect(isNearIdentical(left, right)).toBe(false);
    expect(isNearIdentical(right, left)).toBe(false);
  });
});
