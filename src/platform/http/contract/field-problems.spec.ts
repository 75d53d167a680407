import { validatorFor } from "./openapi-document.js";
import { dottedPath, printableKey, problemsOf } from "./field-problems.js";

const SENTINEL = "sentinel-4711";
const scope_id = "team/a";
const memory_ref = { family: "memory", artifact_id: "memory", revision: 1 };
const citation = { memory_ref, entry_id: "mem_ent_1", entry_version_id: "mem_ver_1" };
const statement = { scope_id, kind: "fact", text: "Water boils." };

describe("problemsOf", () => {
  it.each<[string, string, unknown, string, string]>([
    ["a missing field", "SearchMemoryRequest", { scope_id }, "query", "is required"],
    [
      "an unknown field",
      "SearchMemoryRequest",
      { scope_id, query: "q", top_k: 3 },
      "top_k",
      "is not a field of this request",
    ],
    ["a body of another type", "SearchMemoryRequest", [SENTINEL], "body", "must be an object"],
    [
      "a number as a string",
      "SearchMemoryRequest",
      { scope_id, query: "q", limit: "5" },
      "limit",
      "must be an integer",
    ],
    ["a fraction", "SearchMemoryRequest", { scope_id, query: "q", limit: 1.5 }, "limit", "must be an integer"],
    [
      "null for a field with a default",
      "SearchMemoryRequest",
      { scope_id, query: "q", limit: null },
      "limit",
      "must be an integer",
    ],
    ["too little", "SearchMemoryRequest", { scope_id, query: "q", limit: 0 }, "limit", "must be at least 1"],
    ["too much", "SearchMemoryRequest", { scope_id, query: "q", limit: 51 }, "limit", "must be at most 50"],
    [
      "another word",
      "SearchMemoryRequest",
      { scope_id, query: "q", mode: SENTINEL },
      "mode",
      "must be one of auto, fts, vector, hybrid",
    ],
    [
      "an empty string",
      "SearchMemoryRequest",
      { scope_id: "", query: "q" },
      "scope_id",
      "must have at least 1 character",
    ],
    ["a blank string", "SearchMemoryRequest", { scope_id: " \u3000", query: "q" }, "scope_id", "must not be blank"],
    [
      "a long string",
      "SearchMemoryRequest",
      { scope_id: "a".repeat(257), query: "q" },
      "scope_id",
      "must have at most 256 characters",
    ],
    ["a type beside null", "RememberMemoryRequest", { ...statement, reason: 4 }, "reason", "must be a string or null"],
    [
      "not a boolean",
      "ListMemoryEntriesRequest",
      { scope_id, include_inactive: 1 },
      "include_inactive",
      "must be true or false",
    ],
    [
      "a field inside a field",
      "GetMemoryEntryRequest",
      { scope_id, citation: { ...citation, memory_ref: { ...memory_ref, revision: "1" } } },
      "citation.memory_ref.revision",
      "must be an integer",
    ],
    [
      "a missing field inside a field",
      "GetMemoryEntryRequest",
      { scope_id, citation: { memory_ref, entry_id: "e" } },
      "citation.entry_version_id",
      "is required",
    ],
    [
      "an unknown field inside a field",
      "GetMemoryEntryRequest",
      { scope_id, citation: { ...citation, "a/b~c": 1 } },
      "citation.a/b~c",
      "is not a field of this request",
    ],
    [
      "an identity with a space",
      "GetMemoryEntryRequest",
      { scope_id, citation: { ...citation, entry_id: `${SENTINEL} x` } },
      "citation.entry_id",
      "must be printable ASCII without spaces",
    ],
    [
      "an object given as a list",
      "GetMemoryEntryRequest",
      { scope_id, citation: [citation] },
      "citation",
      "must be an object",
    ],
  ])("names the field for %s and never its value", (_what, component, body, field, problem) => {
    const validate = validatorFor(component);
    expect(validate(body)).toBe(false);
    expect(problemsOf(validate.errors)).toEqual([{ field, problem }]);
    expect(JSON.stringify(problemsOf(validate.errors))).not.toContain(SENTINEL);
  });

  it("refuses a __proto__ key as an unknown field", () => {
    const validate = validatorFor("SearchMemoryRequest");
    expect(validate(JSON.parse('{"scope_id":"s","query":"q","__proto__":{"limit":3}}'))).toBe(false);
    expect(problemsOf(validate.errors)).toEqual([{ field: "__proto__", problem: "is not a field of this request" }]);
  });

  it("stops at the first problem of a body that is full of them", () => {
    const body = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`unknown-${String(index)}`, 1]));
    const validate = validatorFor("SearchMemoryRequest");
    expect(validate({ scope_id, query: "q", ...body })).toBe(false);
    expect(problemsOf(validate.errors)).toHaveLength(1);
  });

  it("has nothing to say about a valid body", () => {
    const validate = validatorFor("SearchMemoryRequest");
    expect(validate({ scope_id, query: "q" })).toBe(true);
    expect(problemsOf(validate.errors)).toEqual([]);
  });
});

describe("printableKey", () => {
  it.each([
    ["plain", "plain"],
    ["k".repeat(65), "k".repeat(64)],
    ["line\nbreak\u001b[31m", "line?break?[31m"],
    ["emoji \u{1f600}\u202e", "emoji ??"],
    ["\u{1f600}".repeat(70), "?".repeat(64)],
  ])("shows %j as %j", (key, shown) => {
    expect(printableKey(key)).toBe(shown);
  });
});

describe("dottedPath", () => {
  it("calls the whole body by its name and joins the rest with dots", () => {
    expect(dottedPath([])).toBe("body");
    expect(dottedPath(["source_refs", "0", "name"])).toBe("source_refs.0.name");
  });
});
