import type { components } from "../../src/client/generated/openapi.js";
import { Api, type ScopeApi } from "../support/api.js";
import { distilled, shownItems } from "../support/experience-world.js";
import { OpenAiServer, type RecordedRequest } from "../support/openai-server.js";
import { startServer, type ServerProcess } from "../support/server-process.js";
import { until } from "../support/until.js";

type Candidates = components["schemas"]["ListArtifactCandidatesResponse"]["candidates"];

const OFTEN = "0.1";
const REPORT = { metadata: { kind: "task-outcome" } };

/** The model proposes one Experience for each report, named like it, and remembers nothing. */
const oneForEach = (request: RecordedRequest): unknown => {
  if (!request.text.includes('{"sources":')) return { candidates: [] };
  return distilled(...shownItems(request).map(({ number, text }) => ({ name: text, sources: [number] })));
};

describe("the schedule of Experience", () => {
  let provider: OpenAiServer;
  let server: ServerProcess | undefined;
  let first: ServerProcess | undefined;

  beforeEach(async () => {
    provider = await OpenAiServer.start();
    provider.chat.answer(oneForEach);
  });
  afterEach(async () => {
    await server?.kill("SIGKILL");
    await first?.dispose();
    await provider.down();
    server = first = undefined;
  });

  /** Starts a server on the data of the one before it. */
  const start = async (env: Readonly<Record<string, string>>): Promise<ServerProcess> => {
    const settings = { ...provider.generationSettings(), INFERENCE_GENERATION_MAX_REQUESTS: "1", ...env };
    server = await startServer({ env: settings, ...(first === undefined ? {} : { dataDir: first.dataDir }) });
    first ??= server;
    return server;
  };
  const pending = async (scope: ScopeApi, more = {}): Promise<Candidates> => {
    const { body } = await scope.call("list_artifact_candidates", more);
    return (body as { candidates: Candidates }).candidates;
  };
  const lessons = async (scope: ScopeApi): Promise<readonly string[]> =>
    (await pending(scope)).map(({ proposal }) => proposal.lesson).sort();
  const metric = async (running: ServerProcess, name: string): Promise<number> => {
    const text = await (await fetch(`${running.url}/metrics`)).text();
    return Number(new RegExp(`^powercontext_server_${name} (\\S+)$`, "m").exec(text)?.[1]);
  };
  const shown = (): readonly string[] =>
    provider
      .received("chat")
      .filter(({ text }) => text.includes('{"sources":'))
      .flatMap((request) => shownItems(request).map(({ text }) => text));

  it("turns reports into Candidates that wait, and a person's approval into Experience, across a kill", async () => {
    let running = await start({ RUNTIME_EXPERIENCE_SCHEDULE_SECONDS: OFTEN });
    let scope = new Api(running.url).scope("s");
    await scope.capture("chat", "no report");
    await scope.capture("one", "one", REPORT);
    await scope.capture("two", "two", REPORT);
    await until(async () => (await pending(scope)).length === 2);
    const [candidate] = await pending(scope);
    expect(await lessons(scope)).toEqual(["lesson one", "lesson two"]);
    expect(candidate).toMatchObject({ source_refs: [{ name: "content", source_id: "one" }], artifact_refs: [] });
    expect(await metric(running, "review_pending_candidates")).toBe(2);
    expect(await metric(running, "incubation_candidates_total")).toBe(2);
    expect(await metric(running, "incubation_held_scopes")).toBe(0);
    expect(await metric(running, "incubation_last_tick_seconds")).toBeGreaterThan(1_700_000_000);

    const of = { candidate_id: candidate?.candidate_id, expected_version: 1 };
    const approved = await scope.call("approve_artifact_candidate", of);
    const artifact = (approved.body as Candidates[number]).result_artifact;
    const read = await scope.call("get_experience", { artifact });
    expect(read.body).toMatchObject({ content: { lesson: "lesson one" } });
    expect(await metric(running, "review_pending_candidates")).toBe(1);

    await running.kill("SIGKILL");
    running = await start({ RUNTIME_EXPERIENCE_SCHEDULE_SECONDS: OFTEN });
    scope = new Api(running.url).scope("s");
    expect(await metric(running, "review_oldest_pending_seconds")).toBeGreaterThan(0);
    await scope.capture("three", "three", REPORT);
    await until(async () => (await pending(scope)).length === 2);
    expect(await lessons(scope)).toEqual(["lesson three", "lesson two"]);
    expect([...shown()].sort()).toEqual(["one", "three", "two"]);
  });

  it("is not run unless it is set, and takes up what was left", async () => {
    let running = await start({ RUNTIME_SCHEDULE_SECONDS: OFTEN });
    let scope = new Api(running.url).scope("s");
    await scope.capture("one", "one", REPORT);
    await until(async () => (await metric(running, "schedule_sources_total")) === 1);
    expect(await pending(scope)).toEqual([]);
    expect(await metric(running, "incubation_windows_total")).toBe(0);
    await running.kill();
    running = await start({ RUNTIME_EXPERIENCE_SCHEDULE_SECONDS: OFTEN });
    scope = new Api(running.url).scope("s");
    await until(async () => (await pending(scope)).length === 1);
    expect(await lessons(scope)).toEqual(["lesson one"]);
    expect(await metric(running, "schedule_windows_total")).toBe(0);
  });

  it("runs beside the flush schedule: each reads every Source once", async () => {
    const running = await start({ RUNTIME_SCHEDULE_SECONDS: OFTEN, RUNTIME_EXPERIENCE_SCHEDULE_SECONDS: OFTEN });
    const scope = new Api(running.url).scope("s");
    for (const name of ["one", "two", "three", "four"]) await scope.capture(name, name, REPORT);
    await until(async () => (await pending(scope)).length === 4);
    await until(async () => (await metric(running, "schedule_sources_total")) === 4);
    expect([...shown()].sort()).toEqual(["four", "one", "three", "two"]);
    expect(await metric(running, "incubation_sources_total")).toBe(4);
  });

  it("goes on with other scopes while one fails, and loses nothing of it", async () => {
    provider.chat.answer((request) => (request.text.includes("poison") ? "cannot" : oneForEach(request)));
    const running = await start({ RUNTIME_EXPERIENCE_SCHEDULE_SECONDS: OFTEN });
    const bad = new Api(running.url).scope("bad");
    const good = new Api(running.url).scope("good");
    await bad.capture("p", "poison", REPORT);
    await until(async () => (await metric(running, "incubation_failures_total")) >= 1);
    await good.capture("one", "one", REPORT);
    await until(async () => (await pending(good)).length === 1);
    expect(await pending(bad)).toEqual([]);
    expect(await metric(running, "incubation_candidates_total")).toBe(1);
  });
});
