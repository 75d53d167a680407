import { acceptsJson } from "./accept.policy.js";

describe("an Accept header", () => {
  it.each([
    undefined,
    "",
    " ",
    "*/*",
    "application/*",
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    "application/json;q=0.1",
    "application/json;q=0.001",
    "application/json, text/event-stream",
    "text/event-stream,application/json",
    "text/html, */*;q=0.1",
    "*/*;q=0, application/json",
    "application/json;q=nonsense",
  ])("takes JSON: %s", (header) => {
    expect(acceptsJson(header)).toBe(true);
  });

  it.each([
    "text/event-stream",
    "text/*",
    "application/jsonl",
    "text/plain; a=application/json",
    "application/json;q=0",
    "application/json; Q=0.000, */*",
    "*/*;q=0.0",
    "application/*;q=0, */*",
    "nonsense",
  ])("excludes JSON: %s", (header) => {
    expect(acceptsJson(header)).toBe(false);
  });
});
