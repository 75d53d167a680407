import { Environment } from "./environment.js";
import { GuardsConfig } from "./guards.config.js";

const PREFIX = "POWERCONTEXT_SERVER_";

function parse(settings: Readonly<Record<string, string>>) {
  const named = Object.entries(settings).map(([name, value]) => [PREFIX + name, value]);
  const environment = new Environment(Object.fromEntries(named) as Record<string, string>);
  return { guards: GuardsConfig.parse(environment), problems: environment.problems };
}

describe("the settings of the guards", () => {
  it("are generous, and have no rate limit, when nothing is said", () => {
    expect(parse({})).toEqual({
      problems: [],
      guards: {
        concurrentRequests: 128,
        concurrentModelRequests: 32,
        waitingRequests: 1_024,
        waitMs: 5_000,
        rateLimit: undefined,
        connections: 10_000,
        headersMs: 20_000,
        bodyMs: 60_000,
        stallMs: 30_000,
        keepAliveMs: 72_000,
      },
    });
  });

  it("are read in their units", () => {
    const { guards, problems } = parse({
      HTTP_MAX_CONCURRENT_REQUESTS: "1",
      HTTP_MAX_CONCURRENT_MODEL_REQUESTS: "2",
      HTTP_MAX_WAITING_REQUESTS: "0",
      HTTP_MAX_WAIT_SECONDS: "0.25",
      HTTP_RATE_LIMIT_PER_MINUTE: "600",
      HTTP_RATE_LIMIT_BURST: "50",
      HTTP_MAX_CONNECTIONS: "3",
      HTTP_HEADERS_TIMEOUT_SECONDS: "4",
      HTTP_BODY_TIMEOUT_SECONDS: "5",
      HTTP_STALL_TIMEOUT_SECONDS: "6",
      HTTP_KEEP_ALIVE_SECONDS: "7",
    });
    expect(problems).toEqual([]);
    expect(guards).toEqual({
      concurrentRequests: 1,
      concurrentModelRequests: 2,
      waitingRequests: 0,
      waitMs: 250,
      rateLimit: { perMinute: 600, burst: 50 },
      connections: 3,
      headersMs: 4_000,
      bodyMs: 5_000,
      stallMs: 6_000,
      keepAliveMs: 7_000,
    });
  });

  it("allow a minute's worth at once when no burst is named", () => {
    expect(parse({ HTTP_RATE_LIMIT_PER_MINUTE: "90" }).guards.rateLimit).toEqual({ perMinute: 90, burst: 90 });
  });

  it.each([
    ["HTTP_MAX_CONCURRENT_REQUESTS", "0", "must be an integer from 1 to 10000"],
    ["HTTP_MAX_WAITING_REQUESTS", "-1", "must be an integer from 0 to 100000"],
    ["HTTP_MAX_WAIT_SECONDS", "0", "must be a number of seconds from 0.1 to 60"],
    ["HTTP_RATE_LIMIT_PER_MINUTE", "0", "must be an integer from 1 to 1000000"],
    ["HTTP_RATE_LIMIT_BURST", "10", `needs ${PREFIX}HTTP_RATE_LIMIT_PER_MINUTE with it`],
    ["HTTP_KEEP_ALIVE_SECONDS", "soon", "must be a number of seconds from 0.1 to 600"],
  ])("name the variable that is wrong: %s=%s", (name, value, problem) => {
    expect(parse({ [name]: value }).problems).toEqual([`${PREFIX}${name} ${problem}`]);
  });
});
