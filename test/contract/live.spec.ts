import { startApp, type TestApp, type TestAppOptions } from "../support/app.js";
import { OpenAiServer } from "../support/openai-server.js";
import { codesOf, examplesOf, expectContract, type Json, operation, operations } from "../support/contract.js";
import { evidence, proposal, reviewAnExperience } from "../support/live-review.js";
import { alterDatabase, tablesOf } from "../support/test-database.js";

const TOKEN = "a-token-of-the-contract-test";
const POSTS = operations.filter(({ method }) => method === "post").map(({ id }) => id);
const PROBES = ["get_liveness", "get_readiness"];
const GUARDED = operations.map(({ id }) => id).filter((id) => !PROBES.includes(id));
/** What was really answered, as `operation status code`. Success has no code. */
const answered = new Set<string>();
const servers: TestApp[] = [];
async function start(options?: TestAppOptions): Promise<TestApp> {
  const server = await startApp(options);
  servers.push(server);
  return server;
}

interface Call {
  readonly id: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls an operation over HTTP and holds whatever comes back against the contract. */
async function call(
  server: TestApp,
  { id, body, headers }: Call,
): Promise<{ status: number; code?: string; body: Json }> {
  const { method, path } = operation(id);
  const sent = method === "post" ? (body ?? {}) : undefined;
  const answer = await server.request(method.toUpperCase(), path, sent, headers);
  expectContract(id, answer.status, answer.body);
  expect(answer.headers.get("x-powercontext-request-id")).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/u);
  const code = (answer.body as { error?: { code: string } }).error?.code;
  answered.add([id, answer.status, ...(code === undefined ? [] : [code])].join(" "));
  return { status: answer.status, body: answer.body as Json, ...(code === undefined ? {} : { code }) };
}

let open: TestApp;
let provider: OpenAiServer;
beforeAll(async () => {
  provider = await OpenAiServer.start();
  provider.chat.answer(() => ({ candidates: [], no_op: true, proposal: null }));
  open = await start({ env: { ...provider.generationSettings(1), INFERENCE_GENERATION_MAX_REQUESTS: "1" } });
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await provider.down();
});

const scope_id = "live/contract";
const memory_ref = { family: "memory", artifact_id: "memory", revision: 1 };
const nobody = { memory_ref, entry_id: `mem_ent_${"0".repeat(32)}`, entry_version_id: `mem_ver_${"0".repeat(32)}` };
const citationOf = (answer: { body: Json }): Json => (answer.body["entry"] as Json)["citation"] as Json;

describe("the running server", () => {
  it("answers every operation as the contract says, along the life of one entry", async () => {
    const written = await call(open, {
      id: "remember_memory",
      body: { scope_id, kind: "fact", text: "Water boils at 100 degrees." },
    });
    const first = citationOf(written);
    const revise = { scope_id, kind: "fact", text: "Water boils at 99 degrees." };
    const revised = await call(open, {
      id: "revise_memory_entry",
      body: { ...revise, citation: first, reason: "altitude" },
    });
    const stale = [
      await call(open, { id: "revise_memory_entry", body: { ...revise, citation: first } }),
      await call(open, { id: "retire_memory_entry", body: { scope_id, citation: first } }),
      await call(open, { id: "remember_memory", body: { ...revise, expected_revision: 1 } }),
    ];
    const found = await call(open, { id: "search_memory", body: { scope_id, query: "when does water boil?" } });
    const pack = await call(open, {
      id: "prepare_context",
      body: { scope_id, query: "At how many degrees does water boil?" },
    });
    const retired = await call(open, { id: "retire_memory_entry", body: { scope_id, citation: citationOf(revised) } });
    const late = await call(open, { id: "revise_memory_entry", body: { ...revise, citation: citationOf(retired) } });
    const read = await call(open, { id: "get_memory_entry", body: { scope_id, citation: first } });
    const listed = await call(open, { id: "list_memory_entries", body: { scope_id, include_inactive: true } });
    const changes = await call(open, { id: "list_memory_changes", body: { scope_id, since_revision: 0 } });

    expect([written, revised, found, pack, retired, read, listed, changes].map(({ status }) => status)).toEqual(
      Array(8).fill(200),
    );
    expect(stale.map(({ code }) => code)).toEqual(Array(3).fill("revision_conflict"));
    expect(late.code).toBe("memory_entry_inactive");
    expect(found.body["hits"]).toHaveLength(1);
    expect(pack.body["status"]).toBe("ready");
    expect(read.body["text"]).toBe("Water boils at 100 degrees.");
    expect(changes.body["revisions"]).toHaveLength(3);
  });

  it("answers a scope without Memory as the contract says", async () => {
    const empty = { scope_id: "live/nothing-here" };
    const query = { ...empty, query: "anything" };
    for (const [id, body] of [
      ["search_memory", query],
      ["prepare_context", query],
      ["list_memory_entries", empty],
      ["list_memory_changes", { ...empty, since_revision: 5 }],
    ] as const) {
      expect((await call(open, { id, body })).status).toBe(200);
    }
    for (const [id, body] of [
      ["get_memory_entry", { ...empty, citation: nobody }],
      ["revise_memory_entry", { ...empty, citation: nobody, kind: "fact", text: "t" }],
      ["retire_memory_entry", { ...empty, citation: nobody }],
      ["remember_memory", { ...empty, kind: "fact", text: "t", expected_revision: 1 }],
    ] as const) {
      expect((await call(open, { id, body })).code).toBe("memory_not_found");
    }
  });

  it("refuses what the contract says it refuses", async () => {
    const source = { scope_id, source_id: "s-1", content: "first" };
    expect((await call(open, { id: "capture_content_source", body: source })).status).toBe(202);
    const other = await call(open, { id: "capture_content_source", body: { ...source, content: "second" } });
    expect(other.code).toBe("source_conflict");
    const vector = await call(open, { id: "search_memory", body: { scope_id, query: "q", mode: "vector" } });
    expect(vector.code).toBe("capability_not_supported");
    const never = await call(open, { id: "list_memory_changes", body: { scope_id, since_revision: 999 } });
    expect(never.code).toBe("memory_not_found");
  });

  it("flushes, idles and fails as the contract says", async () => {
    const flush = { scope_id: "live/flush" };
    const capture = async (source_id: string, server = open): Promise<void> => {
      const body = { ...flush, source_id, content: "something happened" };
      expect((await call(server, { id: "capture_content_source", body })).status).toBe(202);
    };
    await capture("s-1");
    const processed = await call(open, { id: "flush_memory", body: flush });
    expect(processed.body).toMatchObject({ status: "processed", current_cursor: 1, memory: null });
    const idle = await call(open, { id: "flush_memory", body: flush });
    expect(idle.body).toMatchObject({ status: "idle", previous_cursor: 1, current_cursor: 1, high_watermark: 1 });
    await capture("s-2");
    provider.chat.next({ kind: "refusal" }, { kind: "hang" });
    expect((await call(open, { id: "flush_memory", body: flush })).code).toBe("inference_unavailable");
    expect((await call(open, { id: "flush_memory", body: flush })).code).toBe("inference_timeout");
    const plain = await start();
    expect((await call(plain, { id: "flush_memory", body: flush })).body).toMatchObject({ status: "idle" });
    await capture("s-1", plain);
    const refused = await call(plain, { id: "flush_memory", body: flush });
    expect(refused).toMatchObject({
      code: "capability_not_supported",
      body: { error: { details: { capability: "extract" } } },
    });
    for (const [server, expected] of [
      [open, true],
      [plain, false],
    ] as const) {
      const capabilities = await call(server, { id: "get_capabilities" });
      expect(capabilities.body["memory_extraction"]).toBe(expected);
    }
  });

  it("proposes, reviews and reads an Experience as the contract says", async () => {
    await reviewAnExperience((id, body) => call(open, { id, body }));
  });

  it("generates an Experience, finds nothing and fails as the contract says", async () => {
    const scope = { scope_id: "live/generation" };
    const body = { ...scope, ...evidence, reason: null };
    const generate = (more: Json = {}, server = open) =>
      call(server, { id: "generate_experience", body: { ...body, ...more } });
    await call(open, { id: "capture_content_source", body: { ...scope, source_id: "s-1", content: "c" } });
    const said = (answer: Json) => ({ kind: "text", text: JSON.stringify(answer) }) as const;
    provider.chat.next(said({ no_op: false, proposal }), said({ no_op: true, proposal: null }));
    const pending = await generate();
    expect(pending.body).toMatchObject({ status: "pending", candidate: { proposal, status: "pending", ...evidence } });
    expect((await generate()).body).toEqual({ status: "no_op", candidate: null });
    provider.chat.next({ kind: "refusal" }, { kind: "hang" });
    expect((await generate()).code).toBe("inference_unavailable");
    expect((await generate()).code).toBe("inference_timeout");
    const of = { ...scope, candidate_id: (pending.body["candidate"] as Json)["candidate_id"], expected_version: 1 };
    const approved = await call(open, { id: "approve_artifact_candidate", body: of });
    const artifact = approved.body["result_artifact"] as Json;
    const grown = { target: artifact, artifact_refs: [artifact] };
    const next = await call(open, { id: "propose_experience", body: { ...body, proposal, ...grown } });
    const nextOf = { ...scope, candidate_id: next.body["candidate_id"], expected_version: 1 };
    await call(open, { id: "approve_artifact_candidate", body: nextOf });
    expect((await generate(grown)).code).toBe("artifact_conflict");
    const plain = await start();
    const refused = await generate({}, plain);
    expect(refused).toMatchObject({
      code: "generation_unavailable",
      body: { error: { details: { family: "experience" } } },
    });
    for (const [server, expected] of [
      [open, true],
      [plain, false],
    ] as const) {
      const capabilities = await call(server, { id: "get_capabilities" });
      expect(capabilities.body["experience_generation"]).toBe(expected);
    }
  });

  it("takes every request that the contract shows as an example", async () => {
    for (const { id, request } of operations.filter(({ request }) => request !== undefined)) {
      for (const [, body] of examplesOf(request!)) {
        const { status, code } = await call(open, { id, body });
        expect({ id, code, accepted: [200, 201, 202, 404, 409].includes(status) }).toEqual({
          id,
          code,
          accepted: true,
        });
      }
    }
  });

  it.each(POSTS)("refuses an empty body of %s as the contract says", async (id) => {
    expect((await call(open, { id, body: {} })).code).toBe("invalid_request");
  });

  it.each(["get_liveness", "get_readiness", "get_capabilities"])("answers %s as the contract says", async (id) => {
    expect((await call(open, { id })).status).toBe(200);
  });
});

describe("a server that cannot or may not", () => {
  it("asks for a token on all but the probes", async () => {
    const guarded = await start({ env: { AUTH_TOKEN: TOKEN } });
    for (const id of GUARDED) expect((await call(guarded, { id })).code).toBe("unauthorized");
    for (const id of PROBES) expect((await call(guarded, { id })).status).toBe(200);
    const known = { authorization: `Bearer ${TOKEN}` };
    expect((await call(guarded, { id: "get_capabilities", headers: known })).status).toBe(200);
  });

  it("refuses a foreign origin on all but the probes", async () => {
    const headers = { origin: "https://evil.test" };
    for (const id of GUARDED) expect((await call(open, { id, headers })).code).toBe("forbidden");
    for (const id of PROBES) expect((await call(open, { id, headers })).status).toBe(200);
  });

  it("takes no more than its rate limit on all but the probes", async () => {
    const limited = await start({ env: { HTTP_RATE_LIMIT_PER_MINUTE: "1" } });
    await call(limited, { id: "get_capabilities" });
    for (const id of GUARDED) expect((await call(limited, { id })).code).toBe("too_many_requests");
    for (const id of PROBES) expect((await call(limited, { id })).status).toBe(200);
  });

  it("is not ready without its runtime, and says so", async () => {
    const unbound = await start({ runtime: "unbound" });
    for (const id of POSTS) expect((await call(unbound, { id })).code).toBe("runtime_not_ready");
    expect(await call(unbound, { id: "get_readiness" })).toMatchObject({ status: 503, body: { status: "not_ready" } });
    expect((await call(unbound, { id: "get_capabilities" })).status).toBe(200);
  });

  it("answers internal_error and nothing of the cause when its tables are gone", async () => {
    const broken = await start({ env: provider.generationSettings(1) });
    await call(broken, { id: "remember_memory", body: { scope_id, kind: "fact", text: "t" } });
    for (const table of await tablesOf(broken.dataDir)) await alterDatabase(broken.dataDir, `DROP TABLE ${table}`);
    for (const id of POSTS) {
      const body = { scope_id, ...(examplesOf(operation(id).request!)[0]![1] as Json) };
      const answer = await call(broken, { id, body });
      expect([id, answer.code]).toEqual([id, "internal_error"]);
      expect(JSON.stringify(answer.body)).not.toMatch(/table|SELECT|INSERT|sqlite/iu);
    }
  });
});

describe("the check of live answers", () => {
  const refusal = { error: { code: "memory_not_found", message: "m", details: null } };

  it("accepts what the contract says and refuses another status, code, type, a missing or an added field", () => {
    expectContract("get_liveness", 200, { status: "ok" });
    expectContract("get_memory_entry", 404, refusal);
    const wrong: readonly (readonly [string, number, unknown])[] = [
      ["get_liveness", 201, { status: "ok" }],
      ["get_liveness", 200, { status: "fine" }],
      ["get_liveness", 200, {}],
      ["get_liveness", 200, { status: "ok", version: "1" }],
      ["get_memory_entry", 404, { error: { ...refusal.error, code: "not_found" } }],
      ["get_memory_entry", 404, { error: { ...refusal.error, details: "none" } }],
      ["search_memory", 404, refusal],
    ];
    for (const answer of wrong)
      expect(() => {
        expectContract(...answer);
      }).toThrow();
  });
});

describe("every refusal the contract documents", () => {
  /** A full queue of writers and a failure of a handler that only reads memory are forced elsewhere, or not at all. */
  const notHere = (line: string): boolean =>
    line.endsWith("overloaded") || (/^get_\w+ 500/u.test(line) && !line.startsWith("get_memory"));

  it("was met above", () => {
    const documented = operations.flatMap(({ id, responses }) =>
      Object.keys(responses).flatMap((status) => codesOf(id, Number(status)).map((code) => `${id} ${status} ${code}`)),
    );
    expect(documented.length).toBeGreaterThan(50);
    expect(documented.filter((line) => !notHere(line) && !answered.has(line))).toEqual([]);
  });
});
