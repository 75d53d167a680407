import { Environment, type Variables } from "./environment.js";
import { InferenceConfig } from "./inference.config.js";
import { RuntimeConfig } from "./runtime.config.js";

const PREFIX = "POWERCONTEXT_SERVER_";
const ELSEWHERE = /^OPEN(?:AI|ROUTER)_/;

function environmentOf(settings: Variables): Environment {
  return new Environment(Object.fromEntries(Object.entries(settings).map(([name, value]) => [nameOf(name), value])));
}

const nameOf = (name: string): string => (ELSEWHERE.test(name) ? name : PREFIX + name);

function parse(settings: Variables): InferenceConfig {
  const environment = environmentOf(settings);
  const config = InferenceConfig.parse(environment);
  expect(environment.problems).toEqual([]);
  return config;
}

function problemsOf(settings: Variables): string {
  const environment = environmentOf(settings);
  InferenceConfig.parse(environment);
  return environment.problems.join("; ").replaceAll(PREFIX, "");
}

const OWN = { INFERENCE_BASE_URL: "http://models.test:8080/v1/" };
const EMBEDDING = {
  ...OWN,
  INFERENCE_EMBEDDING_MODEL: "own:embedder",
  INFERENCE_EMBEDDING_PROFILE_ID: "p1",
  INFERENCE_EMBEDDING_DIMENSION: "384",
};

describe("the generation model", () => {
  it("has defaults for its limits", () => {
    expect(parse({ ...OWN, INFERENCE_GENERATION_MODEL: "own:maker:latest" }).generation).toEqual({
      address: {
        kind: "remote",
        name: "own:maker:latest",
        model: "maker:latest",
        baseUrl: "http://models.test:8080/v1",
        apiKey: undefined,
      },
      timeoutMs: 30_000,
      maxRequests: 2,
    });
  });

  it("takes its limits from the settings, parts of a second included", () => {
    const settings = {
      ...OWN,
      INFERENCE_GENERATION_MODEL: "own:maker",
      INFERENCE_GENERATION_TIMEOUT_SECONDS: "2.5",
      INFERENCE_GENERATION_MAX_REQUESTS: "3",
      INFERENCE_API_KEY: "k",
    };
    expect(parse(settings).generation).toMatchObject({ timeoutMs: 2_500, maxRequests: 3, address: { apiKey: "k" } });
  });

  it.each([
    [{ OPENAI_API_KEY: "k" }, "openai:m", "https://api.openai.com/v1"],
    [{ OPENAI_API_KEY: "k", OPENAI_BASE_URL: "https://proxy.test/" }, "openai:m", "https://proxy.test"],
    [{ OPENAI_API_KEY: "k", ...OWN }, "OpenAI:m", "https://api.openai.com/v1"],
    [{ OPENROUTER_API_KEY: "k" }, "openrouter:m", "https://openrouter.ai/api/v1"],
  ])("of %j and %s is asked at %s", (settings, name, baseUrl) => {
    const { generation } = parse({ ...settings, INFERENCE_GENERATION_MODEL: name });
    expect(generation?.address).toMatchObject({ model: "m", baseUrl, apiKey: "k" });
  });

  it.each<[Variables, string]>([
    [{ INFERENCE_GENERATION_MODEL: "secret" }, "INFERENCE_GENERATION_MODEL must look like provider:model"],
    [{ INFERENCE_GENERATION_MODEL: "openai:secret" }, "INFERENCE_GENERATION_MODEL needs OPENAI_API_KEY with it"],
    [
      { INFERENCE_GENERATION_MODEL: "openrouter:secret" },
      "INFERENCE_GENERATION_MODEL needs OPENROUTER_API_KEY with it",
    ],
    [
      { INFERENCE_GENERATION_MODEL: "secret:secret" },
      "INFERENCE_GENERATION_MODEL names a provider that is not known: set INFERENCE_BASE_URL with it",
    ],
    [
      { INFERENCE_GENERATION_MODEL: "openai:secret", OPENAI_API_KEY: "sec\nret" },
      "INFERENCE_GENERATION_MODEL needs another OPENAI_API_KEY: must be printable ASCII without spaces",
    ],
    [
      { INFERENCE_GENERATION_MODEL: "openai:secret", OPENAI_API_KEY: "k", OPENAI_BASE_URL: "secret" },
      "INFERENCE_GENERATION_MODEL needs another OPENAI_BASE_URL: must be an http or https URL without credentials, query or fragment",
    ],
    ...["ftp://secret/", "http://u:secret@h/", "http://h/?secret=1", "http://h/#secret"].map(
      (url): [Variables, string] => [
        { INFERENCE_GENERATION_MODEL: "own:m", INFERENCE_BASE_URL: url },
        "INFERENCE_BASE_URL must be an http or https URL without credentials, query or fragment",
      ],
    ),
    [
      { ...OWN, INFERENCE_GENERATION_MODEL: "own:m", INFERENCE_GENERATION_MAX_REQUESTS: "0" },
      "INFERENCE_GENERATION_MAX_REQUESTS must be an integer from 1 to 10",
    ],
    [
      { ...OWN, INFERENCE_GENERATION_MODEL: "own:m", INFERENCE_GENERATION_TIMEOUT_SECONDS: "0" },
      "INFERENCE_GENERATION_TIMEOUT_SECONDS must be a number of seconds from 0.1 to 600",
    ],
    [
      { INFERENCE_GENERATION_MODEL: "local:universal-sentence-encoder-lite" },
      "INFERENCE_GENERATION_MODEL cannot be local: only embeddings can",
    ],
  ])("cannot be %j, and the refusal repeats nothing of it", (settings, problem) => {
    expect(problemsOf(settings)).toBe(problem);
    expect(problem).not.toMatch(/secret|sec\nret/);
  });
});

describe("the embedding model", () => {
  it("has defaults for everything but its profile", () => {
    expect(parse(EMBEDDING).embedding).toMatchObject({
      profile: { profileId: "p1", model: "own:embedder", dimension: 384, normalization: "unit" },
      timeoutMs: 30_000,
      batchSize: 10,
      queryDeadlineMs: 300,
    });
  });

  it("takes everything else from the settings", () => {
    const settings = {
      ...EMBEDDING,
      INFERENCE_EMBEDDING_NORMALIZATION: "None",
      INFERENCE_EMBEDDING_TIMEOUT_SECONDS: "1",
      INFERENCE_EMBEDDING_BATCH_SIZE: "64",
      INFERENCE_EMBEDDING_QUERY_DEADLINE_MS: "150",
    };
    expect(parse(settings).embedding).toMatchObject({
      profile: { normalization: "none" },
      timeoutMs: 1_000,
      batchSize: 64,
      queryDeadlineMs: 150,
    });
  });

  it.each([
    ["INFERENCE_EMBEDDING_MODEL", "INFERENCE_EMBEDDING_PROFILE_ID needs INFERENCE_EMBEDDING_MODEL with it"],
    ["INFERENCE_EMBEDDING_PROFILE_ID", "INFERENCE_EMBEDDING_MODEL needs INFERENCE_EMBEDDING_PROFILE_ID with it"],
    ["INFERENCE_EMBEDDING_DIMENSION", "INFERENCE_EMBEDDING_MODEL needs INFERENCE_EMBEDDING_DIMENSION with it"],
  ])("is refused without %s", (missing, problem) => {
    expect(problemsOf({ ...EMBEDDING, [missing]: "" })).toBe(problem);
    expect(parse(EMBEDDING).embedding).toBeDefined();
  });

  it("is refused with its dimension alone, which names both others", () => {
    expect(problemsOf({ INFERENCE_EMBEDDING_DIMENSION: "3" })).toBe(
      "INFERENCE_EMBEDDING_DIMENSION needs INFERENCE_EMBEDDING_MODEL and INFERENCE_EMBEDDING_PROFILE_ID with it",
    );
  });

  it.each([
    ["INFERENCE_EMBEDDING_PROFILE_ID", "two words", "must be 1 to 128 printable ASCII characters without spaces"],
    ["INFERENCE_EMBEDDING_DIMENSION", "0", "must be an integer from 1 to 16000"],
    ["INFERENCE_EMBEDDING_NORMALIZATION", "l2", "must be one of unit, none"],
    ["INFERENCE_EMBEDDING_MODEL", "local:unheard", "names a local model that is not known"],
  ])("is refused when %s is %s", (name, value, problem) => {
    expect(problemsOf({ ...EMBEDDING, [name]: value })).toContain(`${name} ${problem}`);
  });

  it("can be local, with the dimension of that model", () => {
    const local = { ...EMBEDDING, INFERENCE_EMBEDDING_MODEL: "local:universal-sentence-encoder-lite" };
    expect(problemsOf(local)).toBe("INFERENCE_EMBEDDING_DIMENSION must be 512 for this local model");
    const { embedding } = parse({ ...local, INFERENCE_EMBEDDING_DIMENSION: "512" });
    expect(embedding?.address).toMatchObject({ kind: "local", model: { dimension: 512 } });
  });

  it("reports a bad address that both models share once", () => {
    const settings = { ...EMBEDDING, INFERENCE_GENERATION_MODEL: "own:m", INFERENCE_BASE_URL: "nowhere" };
    expect(problemsOf(settings).match(/INFERENCE_BASE_URL/g)).toHaveLength(1);
  });
});

describe("the settings of the runtime", () => {
  it("give a window of 100 Sources and no schedule by default", () => {
    expect(RuntimeConfig.parse(environmentOf({}))).toEqual({ sourceWindowLimit: 100, scheduleMs: undefined });
    const schedules = { RUNTIME_SCHEDULE_SECONDS: "1.5", RUNTIME_EXPERIENCE_SCHEDULE_SECONDS: "60" };
    const settings = { RUNTIME_SOURCE_WINDOW_LIMIT: "1000", ...schedules };
    const parsed = { sourceWindowLimit: 1_000, scheduleMs: 1_500, experienceScheduleMs: 60_000 };
    expect(RuntimeConfig.parse(environmentOf(settings))).toEqual(parsed);
  });

  it.each([
    ["RUNTIME_SOURCE_WINDOW_LIMIT", "0"],
    ["RUNTIME_SOURCE_WINDOW_LIMIT", "1001"],
    ["RUNTIME_SCHEDULE_SECONDS", "0"],
    ["RUNTIME_SCHEDULE_SECONDS", "soon"],
  ])("are refused when %s is %s", (name, value) => {
    const environment = environmentOf({ [name]: value });
    RuntimeConfig.parse(environment);
    expect(environment.problems).toEqual([expect.stringMatching(new RegExp(`^${PREFIX}${name} must be `))]);
  });
});
