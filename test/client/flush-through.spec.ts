import { type FlushMemoryResponse, PowerContextClient } from "../../src/client/index.js";
import { startApp, type TestApp } from "../support/app.js";
import { failureOf } from "../support/client-failure.js";
import { OpenAiServer } from "../support/openai-server.js";

const scope_id = "client/flush";

/** A client whose server answers these one after the other, and then the last one for ever. */
function flushing(answers: readonly Partial<FlushMemoryResponse>[]) {
  const bodies: string[] = [];
  const client = new PowerContextClient({
    fetch: (_, init) => {
      const answer = answers[Math.min(bodies.length, answers.length - 1)];
      bodies.push(init?.body as string);
      const { previous_cursor = 0, current_cursor = 0 } = answer ?? {};
      const processed_source_count = current_cursor - previous_cursor;
      const whole = { status: "processed", previous_cursor, processed_source_count, memory: null, high_watermark: 9 };
      return Promise.resolve(Response.json({ ...whole, ...answer }));
    },
  });
  return { client, bodies };
}

describe("flushing through a position of the real server", () => {
  let app: TestApp;
  let provider: OpenAiServer;
  let client: PowerContextClient;
  beforeAll(async () => {
    provider = await OpenAiServer.start();
    provider.chat.answer(() => ({ candidates: [], no_op: true }));
    app = await startApp({ env: { ...provider.generationSettings(), RUNTIME_SOURCE_WINDOW_LIMIT: "2" } });
    client = new PowerContextClient({ baseUrl: app.url });
    for (const source_id of ["1", "2", "3", "4", "5", "6", "7"]) {
      await client.captureContentSource({ scope_id, source_id, content: "something happened" });
    }
  });
  afterAll(async () => {
    await app.close();
    await provider.down();
  });

  it("calls until the cursor has passed it, and no further", async () => {
    expect(await client.flushThrough({ scope_id, position: 3 })).toMatchObject({
      current_cursor: 4,
      high_watermark: 7,
    });
    expect(provider.received("chat")).toHaveLength(2);
  });

  it("says how far it came when it may not call again, and reads on from there", async () => {
    const failure = await failureOf(client.flushThrough({ scope_id, position: 7 }, { maxCalls: 1 }));
    expect(failure).toMatchObject({ kind: "refused", code: "max_calls_reached", details: { current_cursor: 6 } });
    expect(failure.status).toBeUndefined();
    expect(await client.flushThrough({ scope_id, position: 7 })).toMatchObject({
      current_cursor: 7,
      status: "processed",
    });
  });

  it("is done at once when the position has been read", async () => {
    expect(await client.flushThrough({ scope_id, position: 2 })).toMatchObject({ current_cursor: 7, status: "idle" });
  });

  it("says when the journal ends before it", async () => {
    const failure = await failureOf(client.flushThrough({ scope_id, position: 8 }));
    expect(failure).toMatchObject({
      kind: "refused",
      code: "position_not_in_journal",
      details: { current_cursor: 7, high_watermark: 7 },
    });
  });

  it("stops at a refusal and does not call again", async () => {
    await client.captureContentSource({ scope_id, source_id: "8", content: "something more happened" });
    provider.chat.next({ kind: "text", text: "no JSON" }, { kind: "text", text: "no JSON" });
    const before = provider.received("chat").length;
    const failure = await failureOf(client.flushThrough({ scope_id, position: 8 }));
    expect(failure).toMatchObject({ kind: "refused", code: "inference_unavailable", status: 503 });
    const asked = provider.received("chat").length - before;
    expect(await client.flushThrough({ scope_id, position: 8 })).toMatchObject({ current_cursor: 8 });
    expect(asked).toBeLessThanOrEqual(2);
  });
});

describe("flushing through a position", () => {
  it("stops when a server claims work and its cursor stands still", async () => {
    const { client, bodies } = flushing([{ current_cursor: 1 }, { current_cursor: 2 }]);
    expect(await failureOf(client.flushThrough({ scope_id, position: 9 }))).toMatchObject({ kind: "invalid_response" });
    expect(bodies).toEqual(Array(3).fill(JSON.stringify({ scope_id })));
  });

  it("stops when its signal comes between two calls", async () => {
    const ending = new AbortController();
    let calls = 0;
    const client = new PowerContextClient({
      fetch: () => {
        calls++;
        const memory = null;
        const cursors = { previous_cursor: calls - 1, current_cursor: calls, high_watermark: 9 };
        const answer = Response.json({ status: "processed", ...cursors, processed_source_count: 1, memory });
        if (calls === 2) ending.abort();
        return Promise.resolve(answer);
      },
    });
    const failure = await failureOf(client.flushThrough({ scope_id, position: 9 }, { signal: ending.signal }));
    expect(failure.kind).toBe("aborted");
    expect(calls).toBe(2);
  });

  it.each([0, -1, 1.5, NaN, 2 ** 53])("refuses the position %d without a call", async (position) => {
    const { client, bodies } = flushing([{ current_cursor: 9 }]);
    await expect(client.flushThrough({ scope_id, position })).rejects.toThrow(TypeError);
    for (const maxCalls of [0, -1, 1.5, NaN, Infinity, "5", null, [1]] as number[]) {
      const call = client.flushThrough({ scope_id, position: 1 }, { maxCalls });
      await expect(call).rejects.toThrow(new TypeError("maxCalls must be an integer from 1."));
    }
    expect(bodies).toEqual([]);
    expect(await client.flushThrough({ scope_id, position: 9 })).toMatchObject({ current_cursor: 9 });
  });
});
