import { Embedder, type EmbeddingPurpose } from "../../kernel/embedding-model.port.js";
import { WatchedEmbeddingModel } from "./embedding-model.watched.js";
import { InferenceError, type ModelFault } from "./inference-error.js";

/** Fails while `fault` is set. */
class ScriptedEmbedder extends Embedder {
  readonly profile = { profileId: "p", model: "m", dimension: 1, normalization: "none" } as const;
  readonly queryDeadlineMs = 1;
  fault: ModelFault | undefined;

  override embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    if (this.fault !== undefined && texts.length > 0) return Promise.reject(new InferenceError(this.fault));
    return Promise.resolve(texts.map(() => new Float32Array([1])));
  }
}

function aModel() {
  const embedder = new ScriptedEmbedder();
  const clock = { now: 1_000 };
  const model = new WatchedEmbeddingModel(embedder, () => clock.now);
  const use = (purpose: EmbeddingPurpose, fault?: ModelFault): Promise<unknown> => {
    embedder.fault = fault;
    return model.embed(["x"], { purpose }).catch(() => undefined);
  };
  return { model, embedder, clock, use };
}

describe("a watched embedding model", () => {
  it.each<EmbeddingPurpose>(["probe", "entry", "query"])("has answered once a %s was, not before", async (purpose) => {
    const { model, use } = aModel();
    for (const fault of ["timeout", "unavailable", "misconfigured"] as const) await use(purpose, fault);
    await model.embed([], { purpose });
    expect(model.hasAnswered).toBe(false);
    await use(purpose);
    expect(model.hasAnswered).toBe(true);
  });

  it("is no longer believed when a probe finds it misconfigured, and is when it is only away", async () => {
    const { model, use } = aModel();
    await use("probe");
    await use("probe", "unavailable");
    await use("query", "misconfigured");
    await use("entry", "misconfigured");
    expect(model.hasAnswered).toBe(true);
    await use("probe", "misconfigured");
    expect(model.hasAnswered).toBe(false);
  });

  it("lets queries rest after a failed one, longer after each, until anything succeeds", async () => {
    const { model, clock, use } = aModel();
    await use("query", "timeout");
    clock.now += 2_999;
    expect(model.isResting).toBe(true);
    clock.now += 1;
    expect(model.isResting).toBe(false);
    await use("query", "unavailable");
    clock.now += 5_999;
    expect(model.isResting).toBe(true);
    await use("entry");
    expect(model.isResting).toBe(false);
    await use("query", "timeout");
    clock.now += 3_000;
    expect(model.isResting).toBe(false);
  });

  it("counts queries that fail side by side once", async () => {
    const { model, clock, use } = aModel();
    await Promise.all(["a", "b", "c"].map(() => use("query", "timeout")));
    clock.now += 3_000;
    expect(model.isResting).toBe(false);
  });

  it("lets queries go on when entries and probes fail", async () => {
    const { model, use } = aModel();
    await use("query");
    await use("entry", "timeout");
    await use("probe", "timeout");
    expect(model.isResting).toBe(false);
    await use("query", "timeout");
    expect(model.isResting).toBe(true);
  });

  it("takes a call that its caller has ended for no failure", async () => {
    const { model, embedder } = aModel();
    embedder.fault = "timeout";
    const ended = model.embed(["x"], { purpose: "query", signal: AbortSignal.abort() });
    await expect(ended).rejects.toMatchObject({ code: "inference_timeout" });
    expect(model.isResting).toBe(false);
    await expect(model.embed(["x"], { purpose: "query" })).rejects.toMatchObject({ code: "inference_timeout" });
    expect(model.isResting).toBe(true);
  });
});
