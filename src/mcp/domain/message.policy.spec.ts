import { readMessage } from "./message.policy.js";

const TOOLS = new Set(["search"]);
const read = (message: unknown) => readMessage(message, TOOLS);
const request = (method: string, more: object = {}) => ({ jsonrpc: "2.0", id: 7, method, ...more });

describe("readMessage", () => {
  it.each([
    ["initialize", "initialize"],
    ["tools/list", "tools/list"],
    ["ping", "other"],
    ["server/discover", "other"],
  ])("passes %s on, counted as %s", (method, operation) => {
    const message = request(method, { params: { any: 1 } });
    expect(read(message)).toEqual({ kind: "other", operation, envelope: message });
  });

  it("passes every notification on", () => {
    const message = { jsonrpc: "2.0", method: "notifications/of/any/name" };
    expect(read(message)).toEqual({ kind: "other", operation: "other", envelope: message });
  });

  it("takes the arguments out of a call", () => {
    const given = { query: "tea" };
    const message = request("tools/call", { params: { name: "search", arguments: given, _meta: { a: 1 } } });
    expect(read(message)).toEqual({
      kind: "call",
      tool: "search",
      arguments: given,
      envelope: request("tools/call", { params: { name: "search", arguments: {}, _meta: { a: 1 } } }),
    });
  });

  it.each([
    ["absent", undefined, {}],
    ["null", null, null],
    ["a list", [1], [1]],
  ])("leaves arguments that are %s to the gate", (_what, given, seen) => {
    const params = given === undefined ? { name: "search" } : { name: "search", arguments: given };
    expect(read(request("tools/call", { params }))).toMatchObject({ kind: "call", arguments: seen });
  });

  it.each<[string, unknown, number, unknown]>([
    ["a batch", [request("ping")], -32600, null],
    ["a word", "ping", -32600, null],
    ["null", null, -32600, null],
    ["another version", { ...request("ping"), jsonrpc: "1.0" }, -32600, null],
    ["a message without a method", { jsonrpc: "2.0", id: 7, result: {} }, -32600, null],
    ["an id that is an object", { ...request("ping"), id: {} }, -32600, null],
    ["an id beyond the safe range", { ...request("resources/list"), id: 2 ** 53 }, -32600, null],
    ["an id beyond all numbers", { ...request("resources/list"), id: Infinity }, -32600, null],
    ["an id that is null", { ...request("ping"), id: null }, -32600, null],
    ["an unknown method", request("resources/list"), -32601, 7],
    ["a method of every object", request("constructor"), -32601, 7],
    ["a subscription", request("subscriptions/listen"), -32601, 7],
    ["an unknown tool", request("tools/call", { params: { name: "flush_memory" } }), -32602, 7],
    ["a call without a tool", request("tools/call"), -32602, 7],
    ["a call of a number", request("tools/call", { params: { name: 1 } }), -32602, 7],
    ["a call with a list", request("tools/call", { params: ["search"] }), -32602, 7],
  ])("refuses %s", (_what, message, code, id) => {
    expect(read(message)).toMatchObject({ kind: "refused", code, id });
  });
});
