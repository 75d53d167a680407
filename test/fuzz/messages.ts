import fc from "fast-check";

import { SENTINEL } from "./words.js";

/** A message of MCP that calls no tool, as it is to be sent. */
export interface MessagePlan {
  readonly kind: "message";
  readonly message: unknown;
}

const REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "2999-01-01", SENTINEL, ""];

const clientInfo = { name: SENTINEL, version: "1.0.0" };
const initialize = fc.record({
  protocolVersion: fc.constantFrom(...REVISIONS),
  capabilities: fc.constantFrom({}, { sampling: {} }, { roots: { listChanged: true } }, { experimental: { a: {} } }),
  clientInfo: fc.constantFrom(clientInfo, { ...clientInfo, title: "t" }),
});
const meta = fc.constantFrom(
  {},
  { progressToken: 1 },
  { "io.modelcontextprotocol/protocolVersion": "2026-07-28" },
  { a: SENTINEL },
);
const plain = fc.record({ _meta: meta, cursor: fc.constant(SENTINEL) }, { requiredKeys: [] });
const METHODS = [
  ...["ping", "tools/list", "tools/call", "server/discover", "initialize", "resources/list", "resources/read"],
  ...["prompts/get", "logging/setLevel", "completion/complete", "sampling/createMessage", "subscriptions/listen"],
  ...["tasks/get", SENTINEL, "", "constructor", "__proto__", "toString", "tools/List", "rpc.discover"],
];
const NOTIFICATIONS = ["notifications/initialized", "notifications/cancelled", `notifications/${SENTINEL}`];

/** Shown to nobody: an answer repeats it, as the protocol asks. */
export const messageId: fc.Arbitrary<string | number> = fc.oneof(
  fc.constantFrom<string | number>(1, 0, -1, "seven", "", "a\u0000b", Number.MAX_SAFE_INTEGER),
  fc.integer(),
  fc.string({ maxLength: 20 }),
);
const request = (method: fc.Arbitrary<string>, params: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.record(
    { jsonrpc: fc.constant("2.0"), id: messageId, method, params },
    { requiredKeys: ["jsonrpc", "id", "method"] },
  );
const message = fc.oneof(
  request(fc.constant("initialize"), initialize),
  request(fc.constantFrom("ping", "tools/list", "server/discover"), plain),
  request(fc.constantFrom(...METHODS), fc.oneof(plain, fc.jsonValue({ maxDepth: 2 }))),
  fc.record({ jsonrpc: fc.constant("2.0"), method: fc.constantFrom(...NOTIFICATIONS), params: plain }),
  fc.record({ jsonrpc: fc.constant("2.0"), id: messageId, result: fc.constant({ a: SENTINEL }) }),
  fc.array(request(fc.constant("ping"), plain), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);

export const messagePlan: fc.Arbitrary<MessagePlan> = fc.record({ kind: fc.constant("message"), message });
