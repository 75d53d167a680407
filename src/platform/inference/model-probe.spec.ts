import { InferenceError, type ModelFault } from "./inference-error.js";
import { GenerationReadiness } from "./model-probe.js";

/** A probe of a model that works until `fault` is set, on a clock that is moved by hand. */
function aProbe() {
  const model = { calls: 0, fault: undefined as ModelFault | undefined, now: 1_000 };
  const use = (): Promise<void> => {
    model.calls++;
    return model.fault === undefined ? Promise.resolve() : Promise.reject(new InferenceError(model.fault));
  };
  return { model, probe: new GenerationReadiness(use, () => model.now) };
}

describe("the probe of a model", () => {
  it("believes a good answer for five minutes", async () => {
    const { model, probe } = aProbe();
    expect(await probe.state()).toBe("ready");
    model.fault = "unavailable";
    model.now += 299_999;
    expect(await probe.state()).toBe("ready");
    expect(model.calls).toBe(1);
    model.now += 1;
    expect(await probe.state()).toBe("unavailable");
    expect(model.calls).toBe(2);
  });

  it("asks a failed model again after half a minute", async () => {
    const { model, probe } = aProbe();
    model.fault = "misconfigured";
    expect(await probe.state()).toBe("misconfigured");
    model.fault = undefined;
    model.now += 29_999;
    expect(await probe.state()).toBe("misconfigured");
    model.now += 1;
    expect(await probe.state()).toBe("ready");
    expect(model.calls).toBe(2);
  });

  it("shares one call between all who ask meanwhile", async () => {
    const { model, probe } = aProbe();
    model.fault = "timeout";
    expect(await Promise.all([probe.state(), probe.state(), probe.state()])).toEqual(["timeout", "timeout", "timeout"]);
    expect(model.calls).toBe(1);
  });

  it("calls an unforeseen failure unavailable", async () => {
    const probe = new GenerationReadiness(() => Promise.reject(new TypeError("unforeseen")));
    expect(await probe.state()).toBe("unavailable");
  });
});
