import { stemEnglish } from "./english-stem.policy.js";

describe("stemEnglish", () => {
  it.each([
    "deploy deploys deployed deploying deployment",
    "migrate migrates migrated migrating migration migrations",
    "validate validated validation",
    "configure configured configuring configuration",
    "transition transitions transitioning",
    "stop stops stopped stopping",
    "control controlled controlling",
    "add adds added adding",
    "pass passes passed passing",
    "study studies studied studying",
    "supply supplies supplied",
    "use uses used using",
    "speed speeds speeding",
    "agree agrees agreed agreement",
    "happy happiness happily",
    "quick quickly",
    "cache caches cached caching",
    "box boxes boxed",
    "movie movies",
    "run runs ran running",
    "write wrote written writing",
    "child children",
    "api apis",
    "analysis analyses analyse",
    "hypothesis hypotheses",
    "index indices indexes",
    "matrix matrices",
  ])("joins %s", (forms) => {
    expect(new Set(forms.split(" ").map(stemEnglish)).size).toBe(1);
  });

  it.each([
    "bring brown",
    "king kind",
    "red reed",
    "state station",
    "thing think",
    "bus bush",
    "version verse",
    "ubuntu unit",
    "basis base",
    "service serve",
  ])("keeps %s apart", (words) => {
    const [first = "", second = ""] = words.split(" ");
    expect(stemEnglish(first)).not.toBe(stemEnglish(second));
  });

  it.each(["straßen", "ключами", "is", "v1", ""])("leaves %j as it is", (word) => {
    expect(stemEnglish(word)).toBe(word);
  });
});
