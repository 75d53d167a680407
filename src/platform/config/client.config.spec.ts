import { parseClientConfig } from "./client.config.js";

describe("parseClientConfig", () => {
  it("asks the server on this machine when nothing is set", () => {
    const variables = { HOME: "/home/me", POWERCONTEXT_CLIENT_API_TOKEN: "" };
    expect(parseClientConfig(variables)).toEqual({
      serverUrl: "http://127.0.0.1:8000",
      timeoutMs: undefined,
      token: undefined,
      scopeId: undefined,
      noColor: false,
      environment: variables,
      unknown: [],
    });
  });

  it("reads every setting, and tells which ones it does not know", () => {
    const variables = {
      POWERCONTEXT_CLIENT_SERVER_URL: " https://memory.example/team ",
      POWERCONTEXT_CLIENT_TIMEOUT: "2.5",
      POWERCONTEXT_CLIENT_API_TOKEN: "a-token",
      POWERCONTEXT_CLIENT_SCOPE_ID: "team",
      POWERCONTEXT_CLIENT_URL: "misspelt",
      POWERCONTEXT_SERVER_HTTP_PORT: "8001",
      NO_COLOR: "1",
    };
    expect(parseClientConfig(variables)).toEqual({
      serverUrl: "https://memory.example/team",
      timeoutMs: 2_500,
      token: "a-token",
      scopeId: "team",
      noColor: true,
      environment: variables,
      unknown: ["POWERCONTEXT_CLIENT_URL"],
    });
  });

  it("names every setting with a problem and repeats none", () => {
    const variables = { POWERCONTEXT_CLIENT_TIMEOUT: "0", POWERCONTEXT_CLIENT_API_TOKEN: "two words" };
    expect(() => parseClientConfig(variables)).toThrow(
      "The settings are not valid: POWERCONTEXT_CLIENT_TIMEOUT must be a number of seconds from 0.1 to 3600; " +
        "POWERCONTEXT_CLIENT_API_TOKEN must be printable ASCII without spaces and line breaks.",
    );
  });
});
