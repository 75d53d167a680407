import { readFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";

import { OPENAPI_FILE } from "../../src/platform/http/contract/openapi-document.js";

export type Json = Readonly<Record<string, unknown>>;

interface MediaType {
  readonly schema: { readonly $ref: string };
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface ContractResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content: { readonly "application/json": MediaType };
}

export interface ContractOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly unknown[];
  readonly request: MediaType | undefined;
  /** By status; references are resolved. */
  readonly responses: Readonly<Record<string, ContractResponse>>;
}

/** The YAML as it lies in the repository, read anew and not through the server's own loader. */
export const contract = parse(readFileSync(OPENAPI_FILE, "utf8")) as {
  readonly paths: Readonly<Record<string, Json>>;
  readonly components: Readonly<
    Record<"schemas" | "responses" | "headers" | "parameters", Readonly<Record<string, Json>>>
  >;
} & Json;

export const operations: readonly ContractOperation[] = Object.entries(contract.paths).flatMap(([path, item]) =>
  ["get", "post"].flatMap((method) => (method in item ? [readOperation(path, method, item[method] as Json)] : [])),
);

export function operation(id: string): ContractOperation {
  const found = operations.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`the contract has no operation ${id}`);
  return found;
}

/** The examples of a body by their names; a single one is named `example`. */
export function examplesOf(media: MediaType): readonly (readonly [string, unknown])[] {
  if (media.example !== undefined) return [["example", media.example]];
  return Object.entries(media.examples ?? {}).map(([name, { value }]) => [name, value] as const);
}

/** The component that a body must satisfy. */
export function componentOf(media: MediaType): string {
  return media.schema.$ref.replace("#/components/schemas/", "");
}

/** The fields that a request cannot do without, in the order of the YAML; none when it has no body. */
export function requiredFields(operationId: string): readonly string[] {
  const { request } = operation(operationId);
  if (request === undefined) return [];
  return (contract.components.schemas[componentOf(request)]?.["required"] ?? []) as readonly string[];
}

/** The error codes that the contract lists for an operation with this status. */
export function codesOf(operationId: string, status: number): readonly string[] {
  const media = operation(operationId).responses[String(status)]?.content["application/json"];
  if (media === undefined || componentOf(media) !== "ErrorResponse") return [];
  return examplesOf(media).map(([code]) => code);
}

/**
 * Fails unless the contract lists this status for the operation and the body is what it says there: the schema, and for
 * a refusal one of the listed codes.
 */
export function expectContract(operationId: string, status: number, body: unknown): void {
  const media = operation(operationId).responses[String(status)]?.content["application/json"];
  if (media === undefined) throw new Error(`${operationId} lists no status ${String(status)}`);
  expect(violations(componentOf(media), body)).toEqual([]);
  if (componentOf(media) === "ErrorResponse") {
    expect(codesOf(operationId, status)).toContain((body as { error: { code: string } }).error.code);
  }
}

const ajv = new Ajv2020({
  strict: true,
  strictRequired: true,
  allowUnionTypes: true,
  allErrors: true,
  validateFormats: false,
});
ajv.addKeyword("components");
ajv.addSchema({ $id: "yaml", components: contract.components }, undefined, false, false);

/** What is wrong with a body, one line per problem; nothing when it satisfies the component. */
export function violations(component: string, body: unknown): readonly string[] {
  const validate = ajv.getSchema(`yaml#/components/schemas/${component}`);
  if (validate === undefined) throw new Error(`the contract has no component ${component}`);
  try {
    if (validate(body) === true) return [];
  } catch (error) {
    // To compare items ajv calls their `valueOf` and `toString`: where these are keys of a value, it is none of our closed objects.
    if (error instanceof TypeError) return ["/ has items that cannot be compared"];
    throw error;
  }
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || "/"} ${message ?? ""}`);
}

function readOperation(path: string, method: string, source: Json): ContractOperation {
  const body = source["requestBody"] as { content: { "application/json": MediaType } } | undefined;
  const responses = Object.entries(source["responses"] as Readonly<Record<string, Json>>);
  return {
    ...(source as unknown as ContractOperation),
    id: source["operationId"] as string,
    method,
    path,
    request: body?.content["application/json"],
    responses: Object.fromEntries(responses.map(([status, response]) => [status, resolved(response)])),
  };
}

function resolved(response: Json): ContractResponse {
  const reference = response["$ref"] as string | undefined;
  const found = reference === undefined ? response : contract.components.responses[reference.split("/").pop() ?? ""];
  return found as unknown as ContractResponse;
}
