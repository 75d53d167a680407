import { codesOf, componentOf, operation, violations } from "../support/contract.js";
import { whyRefused } from "./admission.js";
import { everywhereProblems } from "./everywhere-verdict.js";
import { parsed } from "./json-text.js";
import { mcpProblems } from "./mcp-verdict.js";
import { type Outgoing, readJson, requestComponent } from "./outgoing.js";
import type { Answered, Outcome } from "./wire.js";

const JSON_TYPE = "application/json; charset=utf-8";

/** What is wrong with what came back, in words; nothing when the contract is kept. */
export function problemsOf(sent: Outgoing, outcome: Outcome): readonly string[] {
  if (typeof outcome === "string") return [outcome];
  return [...everywhereProblems(sent, outcome), ...ofTarget(sent, outcome)];
}

/** Of messages that reached the endpoint; everything else is refused as everywhere. */
const MCP_STATUSES = [200, 202, 400, 406];

function ofTarget(sent: Outgoing, answer: Answered): readonly string[] {
  switch (sent.target.kind) {
    case "operation":
      return [
        ...operationProblems(sent.target.id, sent, answer),
        ...admissionProblems(sent, answer),
        ...scopeProblems(sent.target, answer),
      ];
    case "mcp":
      return MCP_STATUSES.includes(answer.status) ? mcpProblems(sent, answer) : refusalProblems(answer);
    case "nowhere":
      return answer.status < 400 ? [`something answers there: ${String(answer.status)}`] : refusalProblems(answer);
    case "bytes":
      return answer.status < 400 ? [] : refusalProblems(answer);
  }
}

/** Status, type, body and code, as the contract lists them. */
function operationProblems(id: string, { method }: Outgoing, answer: Answered): readonly string[] {
  const media = operation(id).responses[String(answer.status)]?.content["application/json"];
  if (media === undefined) return [`the contract lists no status ${String(answer.status)}`];
  if (answer.headers["content-type"] !== JSON_TYPE) return [`content type ${answer.headers["content-type"] ?? "none"}`];
  if (method === "HEAD") return answer.body === "" ? [] : ["a body for HEAD"];
  return bodyProblems(componentOf(media), answer, codesOf(id, answer.status));
}

function bodyProblems(component: string, { status, body }: Answered, codes: readonly string[]): readonly string[] {
  const json = parsed(body);
  if (json === undefined) return ["the body is no JSON"];
  const wrong = violations(component, json);
  if (wrong.length > 0 || component !== "ErrorResponse") return wrong;
  const { code } = (json as { readonly error: { readonly code: string } }).error;
  return codes.includes(code) ? [] : [`the contract lists no ${code} with ${String(status)}`];
}

/** Operations whose rules are all in their schemas: what satisfies them is never refused as invalid. */
const PLAIN = new Set([
  ...["search_memory", "prepare_context", "list_memory_entries", "list_memory_changes", "get_memory_entry"],
  ...["flush_memory", "get_experience", "get_artifact_candidate", "approve_artifact_candidate"],
  ...["retire_memory_entry", "reject_artifact_candidate"],
]);
/** Refusals of the body, and those that come before anybody looks at it. */
const NOT_ADMITTED = [401, 403, 422];

/** Whether the body was let in exactly if it satisfies its schema. */
function admissionProblems({ target, method, body }: Outgoing, answer: Answered): readonly string[] {
  if (target.kind !== "operation" || method !== "POST") return [];
  const component = requestComponent(target.id);
  if (component === undefined) return [];
  const wrong = whyRefused(component, readJson(body) ?? null);
  if (wrong !== undefined) return NOT_ADMITTED.includes(answer.status) ? [] : [`taken although ${wrong}`];
  const mustPass = !target.altered && PLAIN.has(target.id);
  return mustPass && answer.body.includes('"invalid_request"') ? ["refused although it is valid"] : [];
}

/** What they name lies in one scope, and in no other it can be found. */
const NAMING = new Set([
  ...["get_memory_entry", "revise_memory_entry", "retire_memory_entry", "get_artifact_candidate", "get_experience"],
  ...["approve_artifact_candidate", "reject_artifact_candidate", "revise_artifact_candidate"],
]);

function scopeProblems(target: Outgoing["target"], { status }: Answered): readonly string[] {
  const mustFail = target.kind === "operation" && target.foreign && NAMING.has(target.id);
  return mustFail && status < 400 ? ["found in another scope"] : [];
}

const CODE_OF: Readonly<Record<number, string>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  422: "invalid_request",
};

/** A refusal that belongs to no operation. To HEAD it has no body. */
function refusalProblems(answer: Answered): readonly string[] {
  const type = answer.headers["content-type"] ?? "none";
  if (type !== JSON_TYPE) return [`content type ${type}`];
  const code = CODE_OF[answer.status];
  if (code === undefined) return [`a refusal with ${String(answer.status)}`];
  return answer.body === "" ? [] : bodyProblems("ErrorResponse", answer, [code]);
}
