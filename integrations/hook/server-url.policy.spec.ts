import { onlyUrlIn, parseServerUrl } from "./server-url.policy.js";

describe("the address of a server", () => {
  it.each([
    ["http://127.0.0.1:8000", "http://127.0.0.1:8000"],
    ["http://localhost/", "http://localhost"],
    ["http://[::1]:8000/mcp", "http://[::1]:8000"],
    [" HTTPS://Memory.Example.ORG/mcp/ ", "https://memory.example.org"],
    ["https://example.org:8443/team//mcp//", "https://example.org:8443/team"],
    ["https://example.org/mcp/mcp", "https://example.org/mcp"],
    ["https://example.org/xmcp", "https://example.org/xmcp"],
    ["https://example.org/@team/mcp", "https://example.org/@team"],
  ])("reads %s", (given, expected) => {
    expect(parseServerUrl(given)).toBe(expected);
  });

  it.each([
    "",
    "127.0.0.1:8000",
    "ftp://127.0.0.1/",
    "file:///etc/passwd",
    "http://example.org",
    "http://127.0.0.2",
    "http://127.0.0.1.example.org",
    "http://localhost.example.org",
    "http://0.0.0.0:8000",
    "https://ada:secret@example.org",
    "https://ada@example.org",
    "https://@example.org",
    "https://example.org/mcp?token=x",
    "https://example.org/mcp?",
    "https://example.org/mcp#x",
    "https://example.org/a b",
    "https:\\\\example.org",
    "https://example.org/\nx",
  ])("refuses %j", (given) => {
    expect(parseServerUrl(given)).toBeUndefined();
  });
});

describe("the one address in an MCP entry", () => {
  it("is found whatever is around it", () => {
    expect(onlyUrlIn('{"mcpServers":{"p":{"type":"http","url":"https://a/mcp","headers":{"x":"y"}}}}')).toBe(
      "https://a/mcp",
    );
    expect(onlyUrlIn('{"p":{"url":"https://a/mcp"}}')).toBe("https://a/mcp");
  });

  it.each(["", "[]", '{"p":{}}', '{"p":{"url":7}}', '{"p":{"url":"https://a"},"q":{"url":"https://b"}}'])(
    "is not in %s",
    (json) => {
      expect(onlyUrlIn(json)).toBeUndefined();
    },
  );
});
