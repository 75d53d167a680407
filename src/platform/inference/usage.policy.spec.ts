import { withReadableUsage } from "./usage.policy.js";

const NONE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

describe("the usage of an answer", () => {
  it.each([
    ["of an embedding", '{ "data": [0.1], "usage": {"prompt_tokens": 3, "total_tokens": 3} }'],
    ["of a generation", '{"usage":{"prompt_tokens":3,"completion_tokens":0,"total_tokens":3}}'],
    ["that is missing", '{"data":[]}'],
    ["of an answer that is no object", "[1]"],
    ["of an answer that is no JSON", "<html>usage</html>"],
    ["of an empty answer", ""],
  ])("%s stays byte by byte", (_, body) => {
    expect(withReadableUsage(body)).toBe(body);
  });

  it.each([
    ["is null", "null", NONE],
    ["is a word", '"none"', NONE],
    ["is a list", "[1]", NONE],
    ["is empty", "{}", NONE],
    ["is negative", '{"prompt_tokens":-1,"total_tokens":-1}', NONE],
    ["is beyond all numbers", '{"prompt_tokens":1e400}', NONE],
    ["is beyond exact numbers", '{"prompt_tokens":1e300}', NONE],
    ["has a fraction", '{"prompt_tokens":1.5}', NONE],
    ["lacks one count", '{"completion_tokens":7}', { ...NONE, completion_tokens: 7 }],
    ["is a string in one count", '{"prompt_tokens":"3","total_tokens":4}', { ...NONE, total_tokens: 4 }],
    [
      "has details nobody asked for",
      '{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5,"prompt_tokens_details":"none"}',
      { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    ],
  ])("that %s becomes counts, and nothing else changes", (_, usage, mended) => {
    const body = withReadableUsage(`{"usage":${usage},"data":[0.1,1e-320]}`);
    expect(JSON.parse(body)).toEqual({ usage: mended, data: [0.1, 1e-320] });
  });
});
