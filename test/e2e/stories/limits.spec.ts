import { Api, type CheckedAnswer } from "../../support/api.js";
import { startApp, type TestApp } from "../../support/app.js";
import { requiredFields } from "../../support/contract.js";
import { CITING, FOX, GROWS, HAN, LIMITS, MAX, SHRINKS } from "../../support/request-limits.js";

interface Asked {
  readonly operation: string;
  readonly field: string;
}

const CASES = LIMITS.flatMap(({ operations, ...limit }) => operations.map((operation) => ({ operation, ...limit })));

describe("the limits of the contract", () => {
  let server: TestApp;
  let api: Api;
  let count = 0;

  beforeAll(async () => {
    server = await startApp();
    api = new Api(server.url);
  });

  afterAll(() => server.close());

  it.each(CASES)("let the edge of $field in $operation in and keep one beyond out", async (limit) => {
    for (const value of limit.accepted) {
      const { status, body } = await send(limit, value, true);
      expect({ value: shortened(value), status, refused: status < 300 ? undefined : body }).toEqual({
        value: shortened(value),
        status: limit.operation === "capture_content_source" ? 202 : 200,
        refused: undefined,
      });
    }
    for (const value of limit.refused) {
      const { status, body } = await send(limit, value, false);
      const { code, details } = (body as { error: { code: string; details: { errors: { field: string }[] } } }).error;
      const fields = details.errors.map(({ field }) => field);
      expect({
        value: shortened(value),
        status,
        code,
        named: fields.filter((field) => field.startsWith(limit.field)),
      }).toEqual({ value: shortened(value), status: 422, code: "invalid_request", named: fields });
    }
  });

  it("let the largest exact number in as an expected Revision, which then is a conflict", async () => {
    const body = { ...(await validBody("remember_memory", "numbers")), expected_revision: MAX };
    expect(await api.scope("numbers").refusal("remember_memory", body)).toEqual({
      status: 409,
      code: "revision_conflict",
      details: { current_revision: 1 },
    });
  });

  it.each(CITING)(
    "let the largest exact number in as the Revision that %s cites, which the domain then refuses",
    async (id) => {
      const body = await validBody(id, `above ${id}`);
      const cited = replaced(body, "citation.memory_ref.revision", MAX);
      expect(await api.scope(`above ${id}`).refusal(id, cited)).toMatchObject(
        id === "get_memory_entry"
          ? { status: 404, code: "memory_not_found" }
          : { status: 409, code: "revision_conflict", details: { current_revision: 1 } },
      );
    },
  );

  it.each(["vector", "hybrid"])("know the mode %s, which this server refuses, without Memory too", async (mode) => {
    const refused = { status: 422, code: "capability_not_supported", details: { capability: mode } };
    expect(await api.scope("nobody").refusal("search_memory", { query: "x", mode })).toEqual(refused);
    await api.scope("somebody").remember("x marks the spot");
    expect(await api.scope("somebody").refusal("search_memory", { query: "x", mode })).toEqual(refused);
    expect(await api.scope("somebody").find("marks spot", { mode: "fts" })).toEqual(["x marks the spot"]);
  });

  it("hold for a kind in the form it is stored and answered in, which NFC may make longer", async () => {
    const scope = api.scope("long kind");
    expect((await scope.remember("x", { kind: GROWS.repeat(64) })).entry.kind).toHaveLength(128);
    const tooLong = { kind: GROWS.repeat(65), text: "x" };
    expect(await scope.refusal("remember_memory", tooLong)).toMatchObject({
      status: 422,
      details: { errors: [{ field: "kind" }] },
    });
  });

  it("keep the exact value at the edge", async () => {
    const scope = api.scope("exact");
    const { entry } = await scope.remember(FOX.repeat(2048), { kind: HAN.repeat(128), reason: FOX.repeat(512) });
    expect(await scope.get(entry.citation)).toMatchObject({ text: FOX.repeat(2048), kind: HAN.repeat(128) });
    const [added] = (await scope.changes(0)).revisions;
    expect(added?.changes).toMatchObject([{ reason: FOX.repeat(512) }]);
    const trimmed = await scope.remember(` ${SHRINKS}\t `, { kind: " fact ", reason: " \n" });
    expect(trimmed.entry).toMatchObject({ text: "é", kind: "fact" });
    expect((await scope.changes()).revisions).toMatchObject([{ changes: [{ reason: null }] }]);
  });

  async function send({ operation, field }: Asked, value: unknown, isAccepted: boolean): Promise<CheckedAnswer> {
    // What is asked about must be there under the scope id that is tried.
    const scopeId = field === "scope_id" && isAccepted ? (value as string) : `limit-${String(++count)}`;
    return api.call(operation, replaced(await validBody(operation, scopeId), field, value));
  }

  /** A body the server takes as it is, with whatever it needs to be there. */
  async function validBody(operation: string, scopeId: string): Promise<Readonly<Record<string, unknown>>> {
    const scope = api.scope(scopeId);
    const { memory, entry } = await scope.remember("here already");
    const all: Readonly<Record<string, unknown>> = {
      scope_id: scopeId,
      source_id: `s-${String(++count)}`,
      content: "c",
      kind: "fact",
      text: "new text",
      query: "q",
      citation: { ...entry.citation, memory_ref: memory },
    };
    return Object.fromEntries(requiredFields(operation).map((name) => [name, all[name]]));
  }
});

function replaced(
  body: Readonly<Record<string, unknown>>,
  path: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const [name = "", ...rest] = path.split(".");
  const inner = body[name] as Readonly<Record<string, unknown>>;
  return { ...body, [name]: rest.length === 0 ? value : replaced(inner, rest.join("."), value) };
}

function shortened(value: unknown): string {
  return JSON.stringify(value).slice(0, 40);
}
