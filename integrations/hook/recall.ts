import { MAX_BYTES, parsePreparedContext } from "./prepared-context.policy.js";
import type { Reply, Server } from "./server.js";
import { headAndTail, isBlank } from "./text.policy.js";

/** Code points that a query may have. */
const MAX_QUERY = 8_192;

/** What became of the recall, and all that is said about it: RFC 0028, "Hook diagnostic events". */
export type Diagnostic =
  | {
      readonly outcome: "empty";
      readonly http_status: 200;
      readonly context_status: "empty";
      readonly content_bytes: 0;
    }
  | { readonly outcome: "skipped" }
  | {
      readonly outcome: "authentication_failed" | "version_mismatch" | "server_unavailable" | "invalid_response";
      readonly http_status?: number;
    };

export type Recall =
  { readonly kind: "ready"; readonly content: string } | { readonly kind: "nothing"; readonly diagnostic: Diagnostic };

/** Asks once for the Context Pack of a prompt. A long prompt asks with its beginning and its end. */
export async function recall(server: Server, scope: string, prompt: string): Promise<Recall> {
  const query = queryOf(prompt);
  return recallOf(await server.post("/v1/context/prepare", { scope_id: scope, query, max_bytes: MAX_BYTES }, 200));
}

/** Of a prompt whose ends are blank, the ends of what it says: a blank query is refused. */
function queryOf(prompt: string): string {
  const query = headAndTail(prompt, MAX_QUERY);
  return isBlank(query) ? headAndTail(prompt.trim(), MAX_QUERY) : query;
}

function recallOf(reply: Reply): Recall {
  const prepared = reply.kind === "answered" ? parsePreparedContext(reply.body) : undefined;
  if (prepared?.status === "ready") return { kind: "ready", content: prepared.content };
  return { kind: "nothing", diagnostic: prepared === undefined ? failureOf(reply) : EMPTY };
}

const EMPTY: Diagnostic = { outcome: "empty", http_status: 200, context_status: "empty", content_bytes: 0 };

function failureOf(reply: Reply): Diagnostic {
  if (reply.kind === "unavailable") return { outcome: "server_unavailable" };
  if (reply.kind !== "refused") return { outcome: "invalid_response" };
  return { outcome: OUTCOMES[reply.status] ?? "invalid_response", http_status: reply.status };
}

const OUTCOMES: Readonly<Record<number, "authentication_failed" | "version_mismatch" | "server_unavailable">> = {
  401: "authentication_failed",
  404: "version_mismatch",
  503: "server_unavailable",
};
