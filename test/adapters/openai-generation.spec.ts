import { inspect } from "node:util";

import type { Generation } from "../../src/kernel/generation-model.port.js";
import { Environment } from "../../src/platform/config/environment.js";
import { InferenceConfig } from "../../src/platform/config/inference.config.js";
import { OpenAiGenerationModel } from "../../src/platform/inference/generation-model.openai.js";
import { prefixed } from "../support/app.js";
import { UsageMeter } from "../support/model-usage.js";
import { type Fault, OpenAiServer } from "../support/openai-server.js";

const SECRET = "Sphinx-of-black-quartz";

const generation: Generation<string> = {
  purpose: "memory_extraction",
  instructions: "Judge the vow.",
  input: `The vow: ${SECRET}`,
  output: {
    name: "vow",
    jsonSchema: { type: "object", properties: { vow: { type: "string" } }, required: ["vow"] },
    read: (answer) => {
      const vow = (answer as { vow?: unknown } | undefined)?.vow;
      return typeof vow === "string" ? vow : undefined;
    },
  },
};

const MISFIT: Fault = { kind: "text", text: '{"vow":7}' };

let provider: OpenAiServer;
let meter: UsageMeter;

beforeEach(async () => {
  provider = await OpenAiServer.start();
  provider.chat.answer(() => ({ vow: "kept" }));
  meter = new UsageMeter();
});

afterEach(() => provider.down());

function modelWith(settings: Readonly<Record<string, string>> = {}): OpenAiGenerationModel {
  const variables = prefixed({ ...provider.generationSettings(), INFERENCE_API_KEY: SECRET, ...settings });
  const config = InferenceConfig.parse(new Environment(variables)).generation;
  return new OpenAiGenerationModel(config!, meter);
}

/** The refusal, which must hold nothing of the request, wherever one looks. */
async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const everything = inspect(error, { depth: 10, showHidden: true });
  expect(everything).toContain("InferenceError");
  expect(everything).not.toMatch(new RegExp(`${SECRET}|the provider says|127\\.0\\.0\\.1:|Authorization`));
  return error;
}

const inMilliseconds = (seconds: string) => ({ INFERENCE_GENERATION_TIMEOUT_SECONDS: seconds });

describe("a generation", () => {
  it("sends instructions and input apart, the key, no randomness and a bounded length", async () => {
    expect(await modelWith().generate(generation)).toBe("kept");
    expect(provider.requests).toHaveLength(1);
    const [{ authorization, body }] = provider.requests as [(typeof provider.requests)[0]];
    expect(authorization).toBe(`Bearer ${SECRET}`);
    expect(body).toMatchObject({
      model: "generator",
      temperature: 0,
      max_tokens: 8_192,
      response_format: { type: "json_schema", json_schema: { name: "vow", strict: false } },
      messages: [
        { role: "system", content: expect.stringMatching(/^Judge the vow\.[^]*JSON Schema[^]*"vow"/) },
        { role: "user", content: generation.input },
      ],
    });
    expect(JSON.stringify((body["messages"] as unknown[])[0])).not.toContain(SECRET);
  });

  it.each([
    ['{"prompt_tokens":-5,"completion_tokens":4}', 0, 4],
    ['{"prompt_tokens":6,"completion_tokens":"many"}', 6, 0],
    ['{"prompt_tokens":1e400,"completion_tokens":1e400}', 0, 0],
    ['{"prompt_tokens":6,"completion_tokens":4,"completion_tokens_details":[null]}', 6, 4],
    ["{}", 0, 0],
    ['"none"', 0, 0],
    ["null", 0, 0],
  ])("does not fail of the usage %s, and counts what can be counted", async (json, inputTokens, outputTokens) => {
    provider.chat.next({ kind: "usage", json });
    expect(await modelWith().generate(generation)).toBe("kept");
    expect(provider.requests).toHaveLength(1);
    expect(meter.usages).toMatchObject([{ inputTokens, outputTokens, outcome: "success" }]);
  });

  it("is asked for again, with what was wrong in view, when the answer does not fit", async () => {
    provider.chat.next(MISFIT);
    expect(await modelWith().generate(generation)).toBe("kept");
    expect(provider.requests[1]?.body["messages"]).toMatchObject([
      { role: "system" },
      { role: "user" },
      { role: "assistant", content: '{"vow":7}' },
      { role: "user", content: expect.stringContaining("does not fit") },
    ]);
  });

  it("goes on with messages alone when the provider knows no response format, and remembers that", async () => {
    provider.chat.next({ kind: "status", status: 400 });
    const model = modelWith();
    expect(await model.generate(generation)).toBe("kept");
    expect(await model.generate(generation)).toBe("kept");
    expect(provider.requests.map(({ body }) => Object.keys(body).sort())).toEqual([
      ["max_tokens", "messages", "model", "response_format", "temperature"],
      ["messages", "model"],
      ["messages", "model"],
    ]);
  });

  it("asks in full again after a refusal that had another reason than the form", async () => {
    provider.chat.next({ kind: "status", status: 400 }, { kind: "status", status: 400 });
    const model = modelWith();
    expect(await refusalOf(model.generate(generation))).toMatchObject({ code: "inference_unavailable" });
    expect(await model.generate(generation)).toBe("kept");
    expect(provider.requests[2]?.body).toHaveProperty("response_format");
  });

  it.each<[string, Fault]>([
    ["a server error", { kind: "status", status: 500 }],
    ["too many requests", { kind: "status", status: 429, retryAfter: 0 }],
    ["a lost connection", { kind: "drop" }],
    ["an answer that is no JSON", { kind: "notJson" }],
    ["an answer without end", { kind: "endless" }],
    ["an empty answer", { kind: "text", text: "" }],
  ])("survives %s once", async (_, fault) => {
    provider.chat.next(fault);
    expect(await modelWith().generate(generation)).toBe("kept");
    expect(provider.requests).toHaveLength(2);
    expect(meter.usages).toMatchObject([{ purpose: "memory_extraction", outcome: "success", requests: 2 }]);
  });

  it.each<[string, Fault]>([
    ["server errors", { kind: "status", status: 503 }],
    ["lost connections", { kind: "drop" }],
    ["answers that are no JSON", { kind: "notJson" }],
    ["answers of another shape", MISFIT],
  ])("ends after so many requests as are allowed when it meets %s", async (_, fault) => {
    provider.chat.always(fault);
    const model = modelWith({ INFERENCE_GENERATION_MAX_REQUESTS: "3" });
    expect(await refusalOf(model.generate(generation))).toMatchObject({ code: "inference_unavailable", details: null });
    expect(provider.requests).toHaveLength(3);
    expect(meter.usages).toMatchObject([{ outcome: "unavailable", requests: 3 }]);
  });

  it.each<[string, Fault]>([
    ["a wrong key", { kind: "status", status: 401 }],
    ["an unknown model", { kind: "status", status: 404 }],
    ["a bill that is not paid", { kind: "status", status: 402 }],
    ["a model that declines", { kind: "refusal" }],
    ["a wait that is longer than its time", { kind: "status", status: 429, retryAfter: 3_600 }],
  ])("ends at once with %s", async (_, fault) => {
    provider.chat.next(fault);
    expect(await refusalOf(modelWith().generate(generation))).toMatchObject({ code: "inference_unavailable" });
    expect(provider.requests).toHaveLength(1);
  });

  it("is unavailable while the provider is down, and available after it", async () => {
    await provider.down();
    const model = modelWith();
    expect(await refusalOf(model.generate(generation))).toMatchObject({ code: "inference_unavailable" });
    await provider.up();
    expect(await model.generate(generation)).toBe("kept");
  });

  it("ends with a timeout when the provider does not answer", async () => {
    provider.chat.always({ kind: "hang" });
    const model = modelWith(inMilliseconds("0.2"));
    expect(await refusalOf(model.generate(generation))).toMatchObject({ code: "inference_timeout" });
    expect(provider.requests).toHaveLength(1);
    expect(meter.usages).toMatchObject([{ outcome: "timeout" }]);
  });

  it("has one time for all its requests", async () => {
    provider.chat.next(MISFIT, { kind: "hang" });
    expect(await refusalOf(modelWith(inMilliseconds("0.3")).generate(generation))).toMatchObject({
      code: "inference_timeout",
    });
    expect(provider.requests).toHaveLength(2);
  });

  it("ends when its caller gives up", async () => {
    const caller = new AbortController();
    const { arrived } = provider.chat.hold();
    const ending = refusalOf(modelWith().generate({ ...generation, signal: caller.signal }));
    await arrived;
    caller.abort();
    expect(await ending).toMatchObject({ code: "inference_unavailable" });
    expect(provider.requests).toHaveLength(1);
  });

  it("is counted with the tokens of all its requests", async () => {
    provider.chat.next({ kind: "text", text: "no idea" });
    await modelWith().generate(generation);
    const [first, second] = provider.requests.map(({ text }) => text.split(/\s+/).filter((word) => word !== "").length);
    expect(meter.usages).toMatchObject([
      { model: "generation", inputTokens: first! + second!, outputTokens: 3, requests: 2, outcome: "success" },
    ]);
  });
});
