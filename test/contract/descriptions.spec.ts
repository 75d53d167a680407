import { contract, type Json, operation, operations } from "../support/contract.js";

const allProse = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(allProse);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    ["description", "summary"].includes(key) && typeof inner === "string" ? [inner] : allProse(inner),
  );
};

describe("what the contract says in words", () => {
  it("promises for a capture the journal only", () => {
    const { description, responses } = operation("capture_content_source");
    expect(description).toMatch(/promises the journal only/u);
    expect(description).toMatch(/promises no extraction/u);
    expect(responses["202"]!.description).toMatch(/durable in the journal/u);
    expect(description).not.toMatch(/will be (extracted|processed)|queued|scheduled/u);
  });

  it("calls search a top-k result and not a page", () => {
    expect(operation("search_memory").description).toMatch(/top-k result and not a page/u);
    expect(operation("search_memory").description).toMatch(/no continuation/u);
  });

  it("calls the list a snapshot of one Revision", () => {
    expect(operation("list_memory_entries").description).toMatch(/one snapshot of the Revision/u);
  });

  it("calls the changes a delta that leaves its boundary out, with 0 for the full history", () => {
    const { description } = operation("list_memory_changes");
    expect(description).toMatch(/the delta from `since_revision`, itself excluded/u);
    expect(description).toMatch(/0 answers the full history/u);
  });

  it("says that a pack is untrusted, bounded and may be empty", () => {
    const { description } = operation("prepare_context");
    expect(description).toMatch(/untrusted history/u);
    expect(description).toMatch(/at most\s`max_bytes` UTF-8 bytes/u);
    expect(description).toMatch(/status is `empty`/u);
  });

  it.each(operations.map(({ id }) => id))("explains %s in a short title and a paragraph", (id) => {
    const { summary, description } = operation(id);
    expect(summary.length).toBeGreaterThan(10);
    expect(summary.length).toBeLessThanOrEqual(60);
    expect(description.length).toBeGreaterThan(100);
  });

  it.each(operations.map(({ id }) => id))(
    "names in the description of every refusal of %s the codes it shows",
    (id) => {
      const refusals = Object.values(operation(id).responses).flatMap((response) =>
        Object.keys(response.content["application/json"].examples ?? {})
          .filter((code) => knownCodes.includes(code))
          .map((code) => [code, response.description] as const),
      );
      expect(refusals.length).toBeGreaterThan(0);
      expect(refusals.filter(([code, description]) => !description.includes(`\`${code}\``))).toEqual([]);
    },
  );

  it("describes every schema and every field that is not described where it is defined", () => {
    expect(undescribed(contract.components.schemas)).toEqual([]);
    expect(undescribed({ Bare: { type: "object", description: "d", properties: { x: { type: "string" } } } })).toEqual([
      "Bare.x",
    ]);
  });

  it("speaks of Sources, Revisions and citations in the words of the contract", () => {
    const prose = allProse(contract).join("\n");
    expect(prose).toMatch(/scope/u);
    expect(prose).not.toMatch(/\b(namespaces?|tenants?|documents?|chunks?|memories|users?'s id|TODO|FIXME)\b/iu);
    expect(prose).not.toMatch(/\b(simply|just|easy|powerful|seamless\w*)\b/iu);
  });
});

const knownCodes = contract.components.schemas["ErrorCode"]!["enum"] as readonly string[];

function undescribed(schemas: Readonly<Record<string, Json>>): string[] {
  return Object.entries(schemas).flatMap(([name, schema]) => [
    ...(schema["description"] === undefined ? [name] : []),
    ...Object.entries((schema["properties"] ?? {}) as Record<string, Json>)
      .filter(([, field]) => field["description"] === undefined && field["$ref"] === undefined)
      .map(([field]) => `${name}.${field}`),
  ]);
}
