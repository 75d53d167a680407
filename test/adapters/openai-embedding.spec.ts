import { inspect } from "node:util";

import type { EmbeddingRequest } from "../../src/kernel/embedding-model.port.js";
import { Environment } from "../../src/platform/config/environment.js";
import { InferenceConfig } from "../../src/platform/config/inference.config.js";
import { OpenAiEmbeddingModel } from "../../src/platform/inference/embedding-model.openai.js";
import { prefixed } from "../support/app.js";
import { UsageMeter } from "../support/model-usage.js";
import { type Fault, OpenAiServer } from "../support/openai-server.js";

const SECRET = "Sphinx-of-black-quartz";
const entry: EmbeddingRequest = { purpose: "entry" };

let provider: OpenAiServer;
let meter: UsageMeter;

beforeEach(async () => {
  provider = await OpenAiServer.start(8);
  meter = new UsageMeter();
});

afterEach(() => provider.down());

function modelWith(settings: Readonly<Record<string, string>> = {}): OpenAiEmbeddingModel {
  const variables = prefixed({ ...provider.embeddingSettings(), INFERENCE_API_KEY: SECRET, ...settings });
  const config = InferenceConfig.parse(new Environment(variables)).embedding!;
  if (config.address.kind !== "remote") throw new Error("the test provider is remote");
  return new OpenAiEmbeddingModel(config.address, config, meter);
}

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

const inputs = () => provider.requests.map((request) => request.inputs);

describe("a request for embeddings", () => {
  it("gives each text its vector, of unit length", async () => {
    const [first, second, again] = await modelWith().embed(["tea", "coffee beans", "tea"], entry);
    expect(first).toEqual(again);
    expect(first).not.toEqual(second);
    expect([...first!].reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 5);
    expect(first).toHaveLength(8);
    expect(provider.requests[0]).toMatchObject({
      authorization: `Bearer ${SECRET}`,
      body: { model: "embedder", dimensions: 8, encoding_format: "float" },
    });
  });

  it("keeps a vector as it came when the profile says so", async () => {
    provider.embeddings.answer(() => [[3, 0, 0, 0, 0, 0, 0, 4]]);
    const [vector] = await modelWith({ INFERENCE_EMBEDDING_NORMALIZATION: "none" }).embed(["x"], entry);
    expect([...vector!]).toEqual([3, 0, 0, 0, 0, 0, 0, 4]);
  });

  it("is sent in batches, in order", async () => {
    const texts = Array.from({ length: 5 }, (_, index) => `text ${String(index)}`);
    const vectors = await modelWith({ INFERENCE_EMBEDDING_BATCH_SIZE: "2" }).embed(texts, entry);
    expect(inputs()).toEqual([["text 0", "text 1"], ["text 2", "text 3"], ["text 4"]]);
    const alone = await modelWith().embed(["text 3"], entry);
    expect(vectors[3]).toEqual(alone[0]);
    expect(meter.usages[0]).toMatchObject({ model: "embedding", purpose: "entry", requests: 3, inputTokens: 10 });
  });

  it("costs nothing for no texts", async () => {
    expect(await modelWith().embed([], entry)).toEqual([]);
    expect(provider.requests).toEqual([]);
    expect(meter.usages).toEqual([]);
  });

  it("never sends an empty text", async () => {
    expect(await modelWith().embed(["", "  ", "word"], entry)).toHaveLength(3);
    expect(inputs()).toEqual([[".", ".", "word"]]);
  });

  it("is not asked for a dimension that the provider does not want to hear of", async () => {
    provider.embeddings.next({ kind: "status", status: 400 });
    const model = modelWith();
    await model.embed(["a"], entry);
    await model.embed(["b"], entry);
    expect(provider.requests.map(({ body }) => "dimensions" in body)).toEqual([true, false, false]);
  });

  it("survives one lost connection", async () => {
    provider.embeddings.next({ kind: "drop" });
    expect(await modelWith().embed(["a"], entry)).toHaveLength(1);
    expect(provider.requests).toHaveLength(2);
  });

  it.each<[Fault["kind"], Fault, number]>([
    ["status", { kind: "status", status: 500 }, 1],
    ["status", { kind: "status", status: 429, retryAfter: 0 }, 1],
    ["status", { kind: "status", status: 401 }, 1],
    ["status", { kind: "status", status: 400 }, 2],
    ["drop", { kind: "drop" }, 2],
    ["notJson", { kind: "notJson" }, 1],
    ["endless", { kind: "endless" }, 1],
    ["tooMany", { kind: "tooMany" }, 1],
    ["tooFew", { kind: "tooFew" }, 1],
    ["nan", { kind: "nan" }, 1],
    ["null", { kind: "null" }, 1],
    ["huge", { kind: "huge" }, 1],
    ["zero", { kind: "zero" }, 1],
    ["wrongDimension", { kind: "wrongDimension" }, 1],
    ["emptyVectors", { kind: "emptyVectors" }, 1],
  ])("is unavailable when it meets %s (%j)", async (_, fault, requests) => {
    provider.embeddings.always(fault);
    const model = modelWith();
    const refusal = await refusalOf(model.embed([SECRET, "b"], entry));
    expect(refusal).toMatchObject({ code: "inference_unavailable", details: null });
    expect(provider.requests).toHaveLength(requests);
    expect(meter.usages).toMatchObject([{ outcome: "unavailable" }]);
    provider.embeddings.always(undefined);
    expect(await model.embed(["a", "b"], entry)).toHaveLength(2);
  });

  it.each(['{"prompt_tokens":-5}', '{"prompt_tokens":"7"}', '{"prompt_tokens":1e400}', "{}", '"none"', "null"])(
    "does not fail of the usage %s, and counts nothing for it",
    async (json) => {
      const model = modelWith();
      const expected = await model.embed(["tea"], entry);
      provider.embeddings.next({ kind: "usage", json });
      expect(await model.embed(["tea"], entry)).toEqual(expected);
      expect(meter.usages).toMatchObject([{ inputTokens: 1 }, { inputTokens: 0, outcome: "success" }]);
    },
  );

  it("takes vectors that come out of order by their index", async () => {
    const model = modelWith();
    const expected = await model.embed(["tea", "coffee"], entry);
    provider.embeddings.next({ kind: "shuffled" });
    expect(await model.embed(["tea", "coffee"], entry)).toEqual(expected);
  });

  it("is unavailable while the provider is down", async () => {
    await provider.down();
    expect(await refusalOf(modelWith().embed([SECRET], entry))).toMatchObject({ code: "inference_unavailable" });
  });

  it("ends at the deadline of its caller, which covers all batches", async () => {
    provider.embeddings.next({ kind: "delay", ms: 10 });
    provider.embeddings.always({ kind: "hang" });
    const model = modelWith({ INFERENCE_EMBEDDING_BATCH_SIZE: "1" });
    const refusal = await refusalOf(model.embed(["a", SECRET], { purpose: "query", deadlineMs: 300 }));
    expect(refusal).toMatchObject({ code: "inference_timeout" });
    expect(provider.requests).toHaveLength(2);
    expect(meter.usages).toMatchObject([{ purpose: "query", outcome: "timeout", requests: 2 }]);
  });

  it("ends at its own time when that is shorter", async () => {
    provider.embeddings.always({ kind: "hang" });
    const model = modelWith({ INFERENCE_EMBEDDING_TIMEOUT_SECONDS: "0.2" });
    const refusal = await refusalOf(model.embed(["a"], { purpose: "entry", deadlineMs: 600_000 }));
    expect(refusal).toMatchObject({ code: "inference_timeout" });
  });
});
