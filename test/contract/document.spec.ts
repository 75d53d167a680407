import type { OpenAPIObject } from "@nestjs/swagger";

import {
  componentOf,
  contract,
  type ContractOperation,
  examplesOf,
  type Json,
  operations,
  violations,
} from "../support/contract.js";
import { generatedDocument } from "../support/generated-document.js";
import { isObject, normalSchema } from "../support/normal-schema.js";

interface Shape {
  readonly method: string;
  readonly path: string;
  readonly needsToken: boolean;
  readonly request: string | undefined;
  /** The component of the body by status; refusals left out. */
  readonly answers: Readonly<Record<string, string>>;
}

interface GeneratedOperation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { schema: { $ref: string } }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: { $ref: string } }>> }>
  >;
}

let generated: OpenAPIObject;
beforeAll(async () => {
  generated = await generatedDocument();
});

const nameOf = (reference: string): string => reference.replace("#/components/schemas/", "");
const yamlSchemas = contract.components.schemas;
const generatedSchemas = (): Readonly<Record<string, Json>> =>
  generated.components?.schemas as Readonly<Record<string, Json>>;
const objectNames = (schemas: Readonly<Record<string, Json>>): string[] =>
  Object.keys(schemas)
    .filter((name) => isObject(schemas[name]!))
    .sort();

describe("the contract and the document Nest makes of our classes", () => {
  it("have the same operations, each with its path, method, token, request and answers", () => {
    const ours = Object.fromEntries(operations.map((operation) => [operation.id, yamlShape(operation)]));
    expect(generatedShapes()).toEqual(ours);
  });

  it("name the same objects", () => {
    expect(objectNames(generatedSchemas())).toEqual(objectNames(yamlSchemas));
  });

  it.each(objectNames(yamlSchemas))("agree on %s: fields, limits, required, nullable and closed", (name) => {
    const made = normalSchema(generatedSchemas()[name]!, generatedSchemas());
    expect(made).toEqual(normalSchema(yamlSchemas[name]!, yamlSchemas));
  });
});

describe("the contract itself", () => {
  it("closes every object except the three that are open by design", () => {
    expect(openObjects(contract.components.schemas)).toEqual([
      "CaptureContentSourceRequest.metadata",
      "ErrorBody.details",
      "ReadinessResponse.checks",
    ]);
  });

  it("bounds every integer by what all JSON readers agree on", () => {
    expect(unboundedIntegers(contract.components.schemas)).toEqual([]);
    expect(unboundedIntegers({ Bad: { type: "integer", minimum: 1 } })).toEqual(["Bad"]);
  });

  it.each(operations.map(({ id }) => id))("sends the request id with every response of %s", (id) => {
    const { responses } = operations.find((candidate) => candidate.id === id)!;
    const without = Object.keys(responses).filter(
      (status) => !("X-PowerContext-Request-ID" in responses[status]!.headers),
    );
    expect(without).toEqual([]);
  });

  it.each(operations.map(({ id }) => id))("shows only valid examples for %s", (id) => {
    const shown = bodies(operations.find((candidate) => candidate.id === id)!);
    const wrong = shown.flatMap(({ at, component, body }) =>
      violations(component, body).map((text) => `${at}: ${text}`),
    );
    expect(shown.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  it("has an example of every request and of every answer", () => {
    const media = operations.flatMap(({ request, responses }) => [
      ...(request === undefined ? [] : [request]),
      ...Object.values(responses).map(({ content }) => content["application/json"]),
    ]);
    expect(media.filter((one) => examplesOf(one).length === 0)).toEqual([]);
  });

  it("shows under each code of a refusal that code, and codes only under refusals", () => {
    const refusals = Object.values(contract.components.responses).flatMap((response) => {
      const media = (response["content"] as { "application/json": Parameters<typeof examplesOf>[0] })[
        "application/json"
      ];
      return examplesOf(media).map(([name, body]) => [name, (body as { error: { code: string } }).error.code]);
    });
    expect(refusals.length).toBeGreaterThan(10);
    expect(refusals.filter(([name, code]) => name !== code)).toEqual([]);
  });

  it("counts the bytes of its own Context Pack rightly", () => {
    const media = operations.find(({ id }) => id === "prepare_context")!.responses["200"]!.content["application/json"];
    const [, ready] = examplesOf(media).find(([name]) => name === "ready")!;
    const { content, content_bytes } = ready as { content: string; content_bytes: number };
    expect(content_bytes).toBe(Buffer.byteLength(content));
  });
});

function yamlShape({ method, path, security, request, responses }: ContractOperation): Shape {
  const answers = Object.entries(responses)
    .map(([status, { content }]) => [status, componentOf(content["application/json"])] as const)
    .filter(([, component]) => component !== "ErrorResponse");
  return {
    method,
    path,
    needsToken: security?.length !== 0,
    request: request && componentOf(request),
    answers: Object.fromEntries(answers),
  };
}

function generatedShapes(): Readonly<Record<string, Shape>> {
  const shapes = Object.entries(generated.paths).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, GeneratedOperation>>).map(
      ([method, made]) => [made.operationId, generatedShape(method, path, made)] as const,
    ),
  );
  return Object.fromEntries(shapes);
}

function generatedShape(method: string, path: string, made: GeneratedOperation): Shape {
  const body = made.requestBody?.content["application/json"]?.schema.$ref;
  const answers = Object.entries(made.responses).map(([status, { content }]) => [
    status,
    nameOf(content?.["application/json"]?.schema.$ref ?? "nothing"),
  ]);
  return {
    method,
    path,
    needsToken: (made.security ?? []).length > 0,
    request: body && nameOf(body),
    answers: Object.fromEntries(answers) as Record<string, string>,
  };
}

interface ShownBody {
  readonly at: string;
  readonly component: string;
  readonly body: unknown;
}

function bodies({ request, responses }: ContractOperation): readonly ShownBody[] {
  const media = [
    ...(request === undefined ? [] : [["request", request] as const]),
    ...Object.entries(responses).map(([status, { content }]) => [status, content["application/json"]] as const),
  ];
  return media.flatMap(([where, one]) =>
    examplesOf(one).map(([name, body]) => ({ at: `${where} ${name}`, component: componentOf(one), body })),
  );
}

/** Where a schema, or one of its fields, takes fields it does not name. */
function openObjects(schemas: Readonly<Record<string, Json>>): string[] {
  return Object.entries(schemas)
    .flatMap(([name, schema]) => [
      ...(isObject(schema) && schema["additionalProperties"] !== false ? [name] : []),
      ...Object.entries((schema["properties"] ?? {}) as Record<string, Json>)
        .filter(([, property]) => [property["type"]].flat().includes("object"))
        .map(([property]) => `${name}.${property}`),
    ])
    .sort();
}

function unboundedIntegers(schemas: Readonly<Record<string, Json>>): string[] {
  const unbounded = (schema: Json): boolean =>
    [schema["type"]].flat().includes("integer") && schema["maximum"] === undefined;
  return Object.entries(schemas).flatMap(([name, schema]) => [
    ...(unbounded(schema) ? [name] : []),
    ...Object.entries((schema["properties"] ?? {}) as Record<string, Json>)
      .filter(([, property]) => unbounded(property))
      .map(([property]) => `${name}.${property}`),
  ]);
}
