import { visibleJson } from "../kernel/visible-json.js";
import { openApiDocument, validatorFor } from "../platform/http/contract/openapi-document.js";
import { type ListedEntries, listSummary } from "./domain/list-summary.policy.js";
import { type JsonSchema, toolSchema } from "./domain/tool-schema.policy.js";

/** What a host may assume of a tool before it asks its user. None reaches beyond this server. */
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** A repetition finds what the first call wrote. */
const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** Nothing is erased, but what was found before is not found any more. A repetition changes nothing further. */
const REPLACES = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };

/** The allow-list (RFC 0020 "MCP projection"): each is an operationId of the contract. Everything else stays HTTP alone. */
const HINTS = {
  search_memory: READS,
  list_memory_entries: READS,
  get_memory_entry: READS,
  remember_memory: ADDS,
  revise_memory_entry: REPLACES,
  retire_memory_entry: REPLACES,
} as const;

export type ToolName = keyof typeof HINTS;

export const TOOL_NAMES: ReadonlySet<string> = new Set(Object.keys(HINTS));

/** What a tool says in text when the whole answer would be too long to read. */
const SUMMARIES: Partial<Readonly<Record<ToolName, (answer: never) => string>>> = {
  list_memory_entries: (answer: ListedEntries) => listSummary(answer),
};

/** What holds of a tool and not of its operation. */
const REMARKS: Partial<Readonly<Record<string, string>>> = {
  list_memory_entries:
    "The text of the answer shows the first entries in short; structuredContent has all of them whole. There is no tool for changes.",
};

/** A tool as tools/list shows it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
}

/** Every tool, from the contract. @throws TypeError when the contract says of one what no tool can say */
export function describeTools(): readonly ToolDescription[] {
  const { schemas } = openApiDocument().components;
  return Object.entries(HINTS).map(([name, annotations]) => {
    const { summary, description, request, answer } = operationOf(name);
    return {
      name,
      title: summary,
      description: [description, REMARKS[name] ?? []].flat().join("\n\n"),
      inputSchema: toolSchema(request, schemas, "left-out"),
      outputSchema: toolSchema(answer, schemas, "kept"),
      annotations,
    };
  });
}

/** The answer of a tool in the form of the protocol. */
export interface ToolResult {
  readonly content: readonly [{ readonly type: "text"; readonly text: string }];
  readonly structuredContent?: unknown;
  readonly isError?: true;
}

/** @throws TypeError when the answer is not what the contract promises */
export function toolResult(tool: ToolName, answer: unknown): ToolResult {
  const { answer: component } = operationOf(tool);
  if (!validatorFor(component)(answer)) throw new TypeError(`the answer of ${tool} is no ${component}`);
  const text = SUMMARIES[tool]?.(answer as never) ?? visibleJson(answer as object);
  return { content: [{ type: "text", text }], structuredContent: answer };
}

/** What is read of an operation; request and answer are names of components. */
interface ToolOperation {
  readonly summary: string;
  readonly description: string;
  readonly request: string;
  readonly answer: string;
}

const operations = new Map<string, ToolOperation>();

function operationOf(operationId: string): ToolOperation {
  const known = operations.get(operationId) ?? readOperation(operationId);
  operations.set(operationId, known);
  return known;
}

function readOperation(operationId: string): ToolOperation {
  const posts = Object.values(openApiDocument().paths).map((item) => item["post"] as ContractPost | undefined);
  const post = posts.find((each) => each?.operationId === operationId);
  if (post === undefined) throw new TypeError(`the contract has no operation ${operationId}`);
  return {
    summary: post.summary,
    description: post.description.trim(),
    request: componentOf(post.requestBody),
    answer: componentOf(post.responses["200"]),
  };
}

interface ContractPost {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly requestBody: JsonBody;
  readonly responses: { readonly "200": JsonBody };
}

interface JsonBody {
  readonly content: { readonly "application/json": { readonly schema: { readonly $ref: string } } };
}

function componentOf(body: JsonBody): string {
  return body.content["application/json"].schema.$ref.split("/").pop() ?? "";
}
