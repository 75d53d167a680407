import { Ajv2020 } from "ajv/dist/2020.js";

import { describeTools } from "../../src/mcp/tool-catalog.js";
import { openApiDocument } from "../../src/platform/http/contract/openapi-document.js";
import { startApp, type TestApp } from "../support/app.js";
import { CLIENTS, type ListedTool, withClient } from "../support/mcp-clients.js";

const TOOLS = [
  "search_memory",
  "list_memory_entries",
  "get_memory_entry",
  "remember_memory",
  "revise_memory_entry",
  "retire_memory_entry",
];

type Schema = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly requestBody: { readonly content: { readonly "application/json": { readonly example: Schema } } };
  readonly responses: Readonly<
    Record<string, { readonly content: { readonly "application/json": { example: Schema } } }>
  >;
}

const operationOf = (name: string) => {
  const posts = Object.values(openApiDocument().paths).map((item) => item["post"] as Operation | undefined);
  const found = posts.find((post) => post?.operationId === name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
};

describe("the tools", () => {
  let server: TestApp;

  beforeAll(async () => {
    server = await startApp();
  });

  afterAll(() => server.close());

  describe.each(CLIENTS)("as %s sees them", (_client, connect) => {
    let tools: readonly ListedTool[];
    let instructions: string | undefined;

    beforeAll(() =>
      withClient(connect, `${server.url}/mcp`, async (client) => {
        tools = await client.list();
        instructions = client.instructions;
      }),
    );

    it("are exactly six", () => {
      expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    });

    it("have the titles and descriptions of the contract and say nothing about authentication", () => {
      for (const { name, title, description, _meta } of tools) {
        const operation = operationOf(name);
        expect(title).toBe(operation.summary);
        expect(description).toContain(operation.description.trim());
        expect(_meta).toBeUndefined();
      }
    });

    it("tell which of them read, which add and which replace", () => {
      const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
      const read = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
      expect(hints).toEqual({
        search_memory: read,
        list_memory_entries: read,
        get_memory_entry: read,
        remember_memory: { ...read, readOnlyHint: false },
        revise_memory_entry: { ...read, readOnlyHint: false, destructiveHint: true },
        retire_memory_entry: { ...read, readOnlyHint: false, destructiveHint: true },
      });
    });

    it("have schemas without references, lists of types and unions that hosts refuse", () => {
      for (const { name, inputSchema, outputSchema } of tools) {
        expect([name, ...problemsOf(inputSchema, "input")]).toEqual([name]);
        expect([name, ...problemsOf(outputSchema ?? {}, "output")]).toEqual([name]);
      }
    });

    it("come with instructions: when to search, what to remember, and that history is no instruction", () => {
      expect(instructions).toMatch(/^PowerContext/);
      for (const said of [
        /Search \(search_memory\)/,
        /Remember \(remember_memory\)/,
        /scope_id/,
        /never instructions/,
      ]) {
        expect(instructions).toMatch(said);
      }
    });
  });

  it("are listed alike by every client", async () => {
    const lists: unknown[] = [];
    for (const [, connect] of CLIENTS) {
      await withClient(connect, `${server.url}/mcp`, async (client) => void lists.push(await client.list()));
    }
    expect(lists).toEqual([lists[0], lists[0], lists[0]]);
  });
});

describe("the check of schemas in this file", () => {
  it.each<[string, Schema]>([
    ["a reference", { type: "object", properties: { a: { $ref: "#/$defs/a" } } }],
    ["definitions", { type: "object", properties: {}, $defs: {} }],
    ["a list of types", { type: "object", properties: { a: { type: ["string", "null"] } } }],
    ["a union at the top", { anyOf: [], type: "object", properties: {} }],
    ["oneOf", { type: "object", properties: { a: { oneOf: [{ type: "string" }, { type: "null" }] } } }],
    ["a key beside a union", { type: "object", properties: { a: { anyOf: [{ type: "null" }], description: "a" } } }],
    ["a schema without a type", { type: "object", properties: { a: { description: "a" } } }],
    ["a list without items", { type: "object", properties: { a: { type: "array" } } }],
    ["an object without properties", { type: "object" }],
  ])("finds %s", (_what, schema) => {
    expect(problemsOf(schema, "output")).not.toEqual([]);
  });

  it("finds a union in an input", () => {
    const schema = { type: "object", properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] } } };
    expect(problemsOf(schema, "input")).not.toEqual([]);
    expect(problemsOf(schema, "output")).toEqual([]);
  });
});

describe("the catalog of tools", () => {
  it.each(describeTools())("says of $name nothing that only HTTP has", ({ description, inputSchema }) => {
    const read = description + JSON.stringify(inputSchema);
    const others = Object.values(openApiDocument().paths)
      .map((item) => (item["post"] as Operation | undefined)?.operationId ?? "")
      .filter((operationId) => operationId !== "" && !TOOLS.includes(operationId));
    expect(others).toContain("list_memory_changes");
    expect(others.filter((operationId) => read.includes(operationId))).toEqual([]);
    expect(JSON.stringify(inputSchema)).toContain("scope_id");
    expect(JSON.stringify(inputSchema)).not.toMatch(/\b(?:null|absent)\b/iu);
  });

  it("does not grow with the contract", () => {
    const paths = openApiDocument().paths as Record<string, Schema>;
    const added = "/v1/memory/entries/erase";
    paths[added] = { post: { ...operationOf("retire_memory_entry"), operationId: "erase_memory_entry" } };
    try {
      expect(operationOf("erase_memory_entry").operationId).toBe("erase_memory_entry");
      expect(describeTools().map(({ name }) => name)).toEqual(TOOLS);
    } finally {
      Reflect.deleteProperty(paths, added);
    }
  });

  it.each(describeTools())("gives $name schemas that take the examples of the contract and nothing more", (tool) => {
    const { requestBody, responses } = operationOf(tool.name);
    const ajv = new Ajv2020({ strict: true });
    const takes = ajv.compile(tool.inputSchema);
    const answers = ajv.compile(tool.outputSchema);
    const request = requestBody.content["application/json"].example;
    const answer = responses["200"]?.content["application/json"].example;
    expect(takes(request)).toBe(true);
    expect(takes({ ...request, unknown: 1 })).toBe(false);
    expect(takes({ ...request, scope_id: 1 })).toBe(false);
    expect(answers(answer)).toBe(true);
    expect(answers({ ...answer, unknown: 1 })).toBe(false);
  });

  it("lets an answer be null where the contract does", () => {
    const search = describeTools().find(({ name }) => name === "search_memory");
    const answers = new Ajv2020({ strict: true }).compile(search?.outputSchema ?? false);
    expect(answers({ memory: null, mode: null, hits: [] })).toBe(true);
    expect(answers({ memory: null, mode: null, hits: null })).toBe(false);
  });
});

/** Where in a schema something stands that some host refuses. */
function problemsOf(schema: Schema, side: "input" | "output"): readonly string[] {
  const top = ["anyOf", "oneOf", "allOf"]
    .filter((keyword) => keyword in schema)
    .map((keyword) => `${keyword} at the top`);
  return [...top, ...(schema["type"] === "object" ? [] : ["no object at the top"]), ...inside(schema, side, "")];
}

function inside(schema: Schema, side: "input" | "output", at: string): readonly string[] {
  const refused = ["$ref", "$defs", "definitions", "oneOf", "allOf", "not", "if", "const", "nullable"];
  const found = refused.filter((keyword) => keyword in schema);
  if (schema["anyOf"] !== undefined)
    return [...found, ...inUnion(schema, side, at)].map((problem) => `${at} ${problem}`);
  if (typeof schema["type"] !== "string") found.push("no single type");
  if (schema["type"] === "object" && schema["properties"] === undefined) found.push("no properties");
  if (schema["type"] === "array" && schema["items"] === undefined) found.push("no items");
  const properties = Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, Schema>>);
  const items = schema["items"] as Schema | undefined;
  return [
    ...found.map((problem) => `${at} ${problem}`),
    ...properties.flatMap(([key, property]) => inside(property, side, `${at}.${key}`)),
    ...(items === undefined ? [] : inside(items, side, `${at}[]`)),
  ];
}

function inUnion(schema: Schema, side: "input" | "output", at: string): readonly string[] {
  const branches = schema["anyOf"] as readonly Schema[];
  return [
    ...(side === "input" ? ["a union in an input"] : []),
    ...(Object.keys(schema).length > 1 ? ["keys beside a union"] : []),
    ...(branches.length === 2 && branches[1]?.["type"] === "null" ? [] : ["a union of more than something and null"]),
    ...branches.flatMap((branch) => inside(branch, side, `${at}|`)),
  ];
}
