import { codesOf, componentOf, type Json, operation, violations } from "../support/contract.js";
import { type Outgoing, readJson, requestComponent } from "./outgoing.js";
import { whyRefused } from "./admission.js";
import { asJson, parsed } from "./json-text.js";
import type { Answered } from "./wire.js";
import { SENTINEL } from "./words.js";

/** Refusals of a tool that stand for a status of its operation. */
const REFUSED = ["404", "409", "422", "503"];

/** What is wrong with an answer of the endpoint for agents to a message that reached it. */
export function mcpProblems(sent: Outgoing, { status, headers, body }: Answered): readonly string[] {
  const message = asJson(readJson(sent.body));
  if (status === 202) return body === "" && !("id" in message) ? [] : ["202 for what is no notification"];
  if (headers["content-type"]?.startsWith("application/json") !== true) return ["the answer is not JSON"];
  const answer = asJson(parsed(body));
  const problems = [...envelopeProblems(answer), ...idProblems(answer, message, status), ...repeated(answer)];
  if (problems.length > 0) return problems;
  if (answer["error"] !== undefined) return errorProblems(asJson(answer["error"]));
  return status === 200 ? resultProblems(message, asJson(answer["result"])) : [`a result with ${String(status)}`];
}

function envelopeProblems(answer: Json): readonly string[] {
  if (answer["jsonrpc"] !== "2.0") return ["no answer of JSON-RPC 2.0"];
  const keys = Object.keys(answer).sort().join();
  return keys === "id,jsonrpc,result" || keys === "error,id,jsonrpc" ? [] : [`an answer with ${keys}`];
}

/** Beside the id, which the protocol repeats. */
function repeated({ error, result }: Json): readonly string[] {
  const refusal = error ?? (asJson(result)["isError"] === true ? result : undefined);
  return JSON.stringify(refusal ?? "").includes(SENTINEL) ? ["the refusal repeats what was sent"] : [];
}

/** A request is answered under its id; only what cannot be read as one is answered without. */
function idProblems(answer: Json, message: Json, status: number): readonly string[] {
  if (answer["id"] === message["id"]) return [];
  const isUnread = status === 400 || (status > 400 && !("id" in message));
  return answer["id"] === null && isUnread ? [] : ["another id than that of the request"];
}

/** Of JSON-RPC and of the protocol; never an internal error (-32603). */
const CODES = [-32700, -32600, -32601, -32602, -32000, -32020, -32022];

function errorProblems(error: Json): readonly string[] {
  const isError = Number.isInteger(error["code"]) && typeof error["message"] === "string";
  if (!isError) return ["no error of JSON-RPC"];
  return CODES.includes(error["code"] as number) ? [] : [`error ${String(error["code"])}`];
}

function resultProblems(message: Json, result: Json): readonly string[] {
  if (message["method"] === "tools/call") return toolProblems(asJson(message["params"]), result);
  return result["isError"] === true ? ["a refusal of no tool"] : [];
}

function toolProblems(params: Json, result: Json): readonly string[] {
  const tool = params["name"] as string;
  const text = (result["content"] as readonly Json[] | undefined)?.[0]?.["text"];
  if (typeof text !== "string") return ["a result without text"];
  if (result["isError"] === true) return toolRefusalProblems(tool, asJson(parsed(text)), result);
  const wrong = whyRefused(requestComponent(tool) ?? "", params["arguments"] ?? {});
  if (wrong !== undefined) return [`taken although ${wrong}`];
  const media = operation(tool).responses["200"]?.content["application/json"];
  return media === undefined ? ["no such answer"] : violations(componentOf(media), result["structuredContent"]);
}

function toolRefusalProblems(tool: string, refusal: Json, result: Json): readonly string[] {
  const { error, what_to_do, request_id } = refusal;
  const code = asJson(error)["code"] as string;
  const isListed = REFUSED.some((status) => codesOf(tool, Number(status)).includes(code));
  return [
    ...violations("ErrorBody", error),
    ...(isListed ? [] : [`the contract lists no ${code} for ${tool}`]),
    ...(["overloaded", "runtime_not_ready", "inference_timeout", "inference_unavailable"].includes(code) ? [code] : []),
    ...(typeof what_to_do === "string" && typeof request_id === "string" ? [] : ["a refusal without advice"]),
    ...("structuredContent" in result ? ["a refusal with an answer"] : []),
  ];
}
