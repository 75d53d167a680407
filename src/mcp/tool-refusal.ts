import type { DomainError, ErrorCode } from "../kernel/domain-error.js";
import { visibleJson } from "../kernel/visible-json.js";
import { errorBody } from "../platform/http/error-response.js";
import { currentRequestId } from "../platform/telemetry/request-context.js";
import type { ToolResult } from "./tool-catalog.js";

const NOT_A_TOOL = "No tool answers this. Tell the user that the server and its tools do not fit together.";
const LATER = "Wait a moment and call the tool again with the same arguments.";
const UNAVAILABLE = "Go on without memory for now, and tell the user that the server cannot be used.";

/** The one table from refusals to what an agent can do about them. */
const WHAT_TO_DO = {
  invalid_request: "Correct the fields that details.errors names, and call the tool again.",
  unauthorized: "Tell the user that the host needs a valid bearer token for this server.",
  forbidden: "Tell the user that this server does not answer under the name it was called by.",
  not_found: NOT_A_TOOL,
  method_not_allowed: NOT_A_TOOL,
  memory_not_found:
    "Check the scope_id, and take the citation unchanged from search_memory or list_memory_entries of the same scope.",
  artifact_not_found: NOT_A_TOOL,
  candidate_not_found: NOT_A_TOOL,
  source_conflict: NOT_A_TOOL,
  revision_conflict:
    "Read the entry again with search_memory or list_memory_entries, see whether the change is still right, and call the tool with the new citation or expected_revision.",
  memory_entry_inactive: "The entry was retired. Use remember_memory if the statement holds again.",
  candidate_conflict: NOT_A_TOOL,
  candidate_terminal: NOT_A_TOOL,
  artifact_conflict: NOT_A_TOOL,
  capability_not_supported: "Call search_memory with mode auto, or without mode.",
  too_many_requests: LATER,
  overloaded: LATER,
  runtime_not_ready: LATER,
  inference_timeout: "Call search_memory with mode fts, which needs no model.",
  inference_unavailable: "Call search_memory with mode fts, which needs no model.",
  generation_unavailable: NOT_A_TOOL,
  internal_error: UNAVAILABLE,
} as const satisfies Record<ErrorCode, string>;

/**
 * A refusal in the form of the protocol: the error of the contract, what to do about it, and the request id that finds it in
 * the log. In text alone, because clients hold structured content against the schema of the answer.
 */
export function toolRefusal(refusal: DomainError): ToolResult {
  const told = { ...errorBody(refusal), what_to_do: WHAT_TO_DO[refusal.code], request_id: currentRequestId() };
  return { content: [{ type: "text", text: visibleJson(told) }], isError: true };
}
