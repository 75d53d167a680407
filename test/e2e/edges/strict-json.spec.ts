import { startApp, type TestApp } from "../../support/app.js";
import { invalid, refusalOf } from "../../support/refusals.js";

const PATH = "/v1/sources/content";

describe("a JSON body", () => {
  let server: TestApp;

  beforeAll(async () => {
    server = await startApp();
  });

  afterAll(() => server.close());

  const post = (body: string | Buffer) => server.request("POST", PATH, body);
  const withMetadata = (metadata: string, id = "m") =>
    post(`{"scope_id":"json","source_id":"${id}","content":"x","metadata":${metadata}}`);

  it.each([
    "{",
    "",
    "{'a':1}",
    '{"a":1,}',
    "nul",
    '{"a":1} {"a":2}',
    "// note\n{}",
    '{"a":NaN}',
    '{"a":01}',
    '{"a":"\n"}',
  ])("is refused when it is malformed: %s", async (body) => {
    const problem = body === "" ? "is missing: send a JSON object" : "is not valid JSON";
    expect(refusalOf(await post(body))).toEqual(invalid("body", problem));
  });

  it.each(["[]", "null", "1", '"x"', "true"])("is refused when it is no object: %s", async (body) => {
    expect(refusalOf(await post(body))).toEqual(invalid("body", "must be an object"));
  });

  it("is refused with a byte order mark", async () => {
    const text = JSON.stringify({ scope_id: "json", source_id: "bom", content: "x" });
    expect(refusalOf(await post(Buffer.from(`\ufeff${text}`)))).toEqual(invalid("body", "is not valid JSON"));
    expect((await post(Buffer.from(text))).status).toBe(202);
  });

  it.each([
    ["a stray continuation byte", [0x80]],
    ["an overlong form", [0xc0, 0xaf]],
    ["a raw surrogate", [0xed, 0xa0, 0x80]],
    ["a cut character", [0xe6, 0xbc]],
    ["a point beyond U+10FFFF", [0xf4, 0x90, 0x80, 0x80]],
  ])("is refused with %s", async (_what, bytes) => {
    const body = Buffer.concat([
      Buffer.from('{"scope_id":"json","source_id":"utf8","content":"'),
      Buffer.from(bytes),
      Buffer.from('"}'),
    ]);
    expect(refusalOf(await post(body))).toEqual(invalid("body", "is not valid UTF-8"));
  });

  it.each([
    ["a high surrogate", "\\ud800", "content"],
    ["a low surrogate", "\\udc00x", "content"],
    ["a pair in the wrong order", "\\udc00\\ud800", "content"],
  ])("is refused with %s, which UTF-8 cannot hold", async (_what, text, field) => {
    const answer = await post(`{"scope_id":"json","source_id":"surrogate","content":"${text}"}`);
    expect(refusalOf(answer)).toEqual(invalid(field, "has a lone surrogate"));
  });

  it("is refused with a lone surrogate deep in metadata or in a key", async () => {
    expect(refusalOf(await withMetadata('{"a":[{"b":"\\ud800"}]}'))).toEqual(
      invalid("metadata.a.0.b", "has a lone surrogate"),
    );
    expect(refusalOf(await withMetadata('{"\\ud800":1}'))).toEqual(
      invalid("metadata.?", "has a key with a lone surrogate"),
    );
    expect((await withMetadata('{"a":[{"b":"\\ud83d\\ude00"}]}', "pair")).status).toBe(202);
  });

  it("may hold NUL and every other character", async () => {
    const answer = await post('{"scope_id":"json","source_id":"nul\\u0000id","content":"a\\u0000b\\uffff\\u202e"}');
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ source: { source_id: "nul\0id" } });
  });

  it.each(["1e400", "-1e400"])("is refused with the number %s, which has no value here", async (number) => {
    expect(refusalOf(await withMetadata(`{"n":${number}}`))).toEqual(invalid("metadata.n", "is a number out of range"));
  });

  it.each(["1152921504606846976", "9007199254740992", "-9007199254740992", "1e300"])(
    "is refused with the integer %s, which would be rounded",
    async (number) => {
      expect(refusalOf(await withMetadata(`{"n":[${number}]}`))).toEqual(
        invalid("metadata.n.0", "is an integer out of the safe range"),
      );
    },
  );

  it.each(["9007199254740991", "-9007199254740991", "0.1", "1e-400", "-0"])(
    "may hold the number %s",
    async (number) => {
      expect((await withMetadata(`{"n":${number}}`, `n${number}`)).status).toBe(202);
    },
  );

  it("lets the last of two equal keys win", async () => {
    const answer = await post('{"scope_id":"json","source_id":"first","source_id":"second","content":"x"}');
    expect(answer.body).toMatchObject({ source: { source_id: "second" } });
  });

  it.each(["__proto__", "constructor", "prototype", "toString", "extra"])(
    "is refused with the field %s",
    async (key) => {
      const answer = await post(`{"scope_id":"json","source_id":"k","content":"x","${key}":{"scope_id":"other"}}`);
      expect(refusalOf(answer)).toEqual(invalid(key, "is not a field of this request"));
    },
  );

  it("does not take a missing field from __proto__", async () => {
    const answer = await post('{"__proto__":{"scope_id":"json","source_id":"k","content":"x"}}');
    expect(answer.status).toBe(422);
  });

  it("shows an unknown key only as 64 printable characters", async () => {
    const answer = await post(`{"scope_id":"json","source_id":"k","content":"x","\\u001b[31m${"k".repeat(100)}":1}`);
    expect(refusalOf(answer)).toEqual(invalid(`?[31m${"k".repeat(59)}`, "is not a field of this request"));
  });

  it("keeps __proto__ and constructor keys inside metadata", async () => {
    const metadata = '{"__proto__":{"polluted":true},"constructor":{"prototype":1}}';
    expect((await withMetadata(metadata, "proto")).status).toBe(202);
    expect((await withMetadata(metadata, "proto")).status).toBe(202);
    expect(refusalOf(await withMetadata('{"constructor":{"prototype":1}}', "proto"))).toMatchObject({ status: 409 });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([10_000, 1_000_000])("is refused when it nests %d levels, in metadata or anywhere", async (levels) => {
    const deep = "[".repeat(levels) + "]".repeat(levels);
    expect(refusalOf(await withMetadata(`{"a":${deep}}`))).toEqual(
      invalid("metadata", "is nested deeper than 64 levels"),
    );
    expect(refusalOf(await post(deep))).toMatchObject({ status: 422, code: "invalid_request" });
    expect(refusalOf(await post(`{"scope_id":${deep}}`))).toEqual(
      invalid("scope_id", "is nested deeper than 64 levels"),
    );
  });

  it("is walked down to 64 levels in every field, and judged by its contract above them", async () => {
    const nested = (levels: number) => `{"scope_id":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    expect(refusalOf(await post(nested(64)))).toMatchObject({ code: "invalid_request" });
    expect(refusalOf(await post(nested(64)))).not.toEqual(invalid("scope_id", "is nested deeper than 64 levels"));
    expect(refusalOf(await post(nested(65)))).toEqual(invalid("scope_id", "is nested deeper than 64 levels"));
  });

  it("may have metadata of 64 levels and 65,536 canonical bytes, and no more", async () => {
    const nested = (levels: number) => '{"a":'.repeat(levels - 1) + "{}" + "}".repeat(levels - 1);
    expect((await withMetadata(nested(64), "deep")).status).toBe(202);
    expect(refusalOf(await withMetadata(nested(65)))).toEqual(invalid("metadata", "is nested deeper than 64 levels"));

    const sized = (bytes: number) => `{"k":"${"x".repeat(bytes - 8)}"}`;
    expect((await withMetadata(sized(65_536), "large")).status).toBe(202);
    expect(refusalOf(await withMetadata(sized(65_537)))).toEqual(
      invalid("metadata", "is larger than 65536 bytes in canonical form"),
    );
  });

  it.each([
    ["scope_id", "1"],
    ["scope_id", "null"],
    ["scope_id", '["json"]'],
    ["content", "true"],
    ["content", '{"a":1}'],
    ["metadata", "[]"],
    ["metadata", '"x"'],
  ])("is refused without conversion when %s is %s", async (field, value) => {
    const fields = new Map([
      ["scope_id", '"json"'],
      ["source_id", '"t"'],
      ["content", '"x"'],
      [field, value],
    ]);
    const body = [...fields].map(([name, text]) => `"${name}":${text}`).join(",");
    expect(refusalOf(await post(`{${body}}`))).toMatchObject({
      status: 422,
      code: "invalid_request",
      details: { errors: [{ field }] },
    });
  });

  it("never repeats a value in its refusal", async () => {
    const answer = await post('{"scope_id":7001,"source_id":"sentinel-7f0c","content":"sentinel-7f0c"}');
    expect(JSON.stringify(answer.body)).toContain("scope_id");
    expect(JSON.stringify(answer.body)).not.toMatch(/7001|sentinel/);
  });
});
