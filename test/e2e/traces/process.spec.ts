import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Api } from "../../support/api.js";
import { type ServerProcess, startAndFail } from "../../support/server-process.js";
import { TraceCollector } from "../../support/trace-collector.js";
import { startServerWith, tracingVariables } from "../../support/traced-app.js";
import { until } from "../../support/until.js";

const SECRET = "secret-83ab";
const NEVER = "3600000";

describe("a server process with traces", () => {
  let collector: TraceCollector;
  let server: ServerProcess | undefined;

  beforeEach(async () => {
    collector = await TraceCollector.start();
  });

  afterEach(async () => {
    await server?.dispose();
    server = undefined;
    await collector.close();
  });

  const prepare = ({ url }: ServerProcess): Promise<unknown> => new Api(url).scope("traced").prepare("anything");

  const spanCount = async ({ url }: ServerProcess, outcome: string): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(new RegExp(`trace_spans_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1]);
  };

  it("names the trace in each log line of a request, and sends with the headers it was given", async () => {
    server = await startServerWith({
      ...tracingVariables(collector.url),
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${SECRET}`,
      OTEL_SERVICE_NAME: "team-memory",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    });
    await prepare(server);
    await fetch(`${server.url}/v1/context/prepare`, { method: "POST" });
    const [span] = await collector.traceOf(({ name }) => name === "POST /v1/context/prepare");
    const { output } = server;
    await until(() => output().split('"prepare_context"').length > 2);
    const lines = output()
      .split("\n")
      .filter((line) => line.includes("prepare_context"));
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { trace_id: span?.traceId, status: 200 },
      { trace_id: expect.stringMatching(/^[0-9a-f]{32}$/), status: 422 },
    ]);
    expect(span?.resource).toMatchObject({ "service.name": "team-memory", "deployment.environment.name": "test" });
    expect(collector.received[0]?.headers.authorization).toBe(`Bearer ${SECRET}`);
    expect(output()).not.toContain(SECRET);
  });

  it("speaks protobuf when nobody says what", async () => {
    server = await startServerWith({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: "20" });
    await prepare(server);
    await until(() => collector.received.some(({ body }) => body.includes("prepare_context")));
    expect(collector.received[0]?.headers["content-type"]).toBe("application/x-protobuf");
  });

  it("sends what it still has when it stops", async () => {
    server = await startServerWith({ ...tracingVariables(collector.url), OTEL_BSP_SCHEDULE_DELAY: NEVER });
    await prepare(server);
    expect(collector.spans).toEqual([]);
    expect(await server.kill()).toEqual({ code: 0, signal: null });
    expect(collector.spans.map(({ name }) => name)).toContain("POST /v1/context/prepare");
  });

  it("records no more than the sampler lets through", async () => {
    server = await startServerWith({ ...tracingVariables(collector.url), OTEL_TRACES_SAMPLER: "always_off" });
    await prepare(server);
    expect(await spanCount(server, "recorded")).toBe(0);
    expect(await server.kill()).toEqual({ code: 0, signal: null });
    expect(collector.spans).toEqual([]);
  });

  it("answers and stops as ever when the collector is not there, and says so without its address", async () => {
    const nobody = `http://user:${SECRET}@127.0.0.1:1`;
    server = await startServerWith({ ...tracingVariables(nobody), OTEL_EXPORTER_OTLP_TIMEOUT: "300" });
    const running = server;
    await prepare(running);
    await until(async () => (await spanCount(running, "failed")) > 0);
    const { output } = running;
    await until(() => output().includes("traces cannot be sent"));
    expect(/"level":"WARNING".*"code":"(\w+)".*"lost_spans":\d+.*traces cannot be sent/.exec(output())?.[1]).toBe(
      "ECONNREFUSED",
    );
    expect(await running.kill()).toEqual({ code: 0, signal: null });
    expect(output()).not.toContain(SECRET);
  });

  it("answers and stops as ever when the collector never answers, and keeps no more spans than it may", async () => {
    collector.answers(() => undefined);
    server = await startServerWith({
      ...tracingVariables(collector.url),
      OTEL_BSP_MAX_QUEUE_SIZE: "10",
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "5",
    });
    for (let count = 0; count < 20; count += 1) await prepare(server);
    expect(await spanCount(server, "recorded")).toBeGreaterThan(40);
    expect(await spanCount(server, "exported")).toBe(0);
    expect(await server.kill()).toEqual({ code: 0, signal: null });
  });

  it("goes on when the collector refuses with a body that is not for the log", async () => {
    collector.answers((response) => response.writeHead(400).end(SECRET));
    server = await startServerWith(tracingVariables(collector.url));
    const running = server;
    await prepare(running);
    await until(() => running.output().includes("traces cannot be sent"));
    expect(running.output()).toMatch(/"code":400/);
    collector.answers((response) => response.end("{}"));
    await prepare(running);
    await until(() => running.output().includes("traces are sent again"));
    expect(running.output()).not.toContain(SECRET);
  });
});

describe("what is loaded of OpenTelemetry", () => {
  /** Prints, at the end of the process, the packages whose modules it has loaded. */
  const watch = join(tmpdir(), `loaded-${randomUUID()}.mjs`);
  const loaded = async (enabled: boolean): Promise<readonly string[]> => {
    const variables = { OTEL_TRACES_SAMPLER: "always_off" };
    const flags = ["--import", watch];
    const server = await startServerWith(variables, { TRACING_ENABLED: String(enabled) }, flags);
    await new Api(server.url).scope("any").remember("anything");
    await server.kill();
    await server.dispose();
    return JSON.parse(/loaded: (.*)/.exec(server.output())?.[1] ?? "[]") as readonly string[];
  };

  beforeAll(() => {
    writeFileSync(
      watch,
      `import { Module } from "node:module";
      process.on("exit", () => {
        const names = Object.keys(Module._cache).map((path) => /@opentelemetry\\/([^/]+)/.exec(path)?.[1]);
        console.log("loaded: " + JSON.stringify([...new Set(names.filter(Boolean))].sort()));
      });`,
    );
  });

  it("is nothing on a server without traces, but the interface that the library of the metrics takes", async () => {
    expect(await loaded(false)).toEqual(["api"]);
  });

  it("is the SDK on one with traces", async () => {
    expect(await loaded(true)).toEqual(expect.arrayContaining(["api", "core", "resources", "sdk-trace-base"]));
  });
});

it("a start with settings of OpenTelemetry that cannot be read says which in one line, without their values", async () => {
  const variables = { TRACING_ENABLED: "true" };
  const dataDir = join(tmpdir(), `powercontext-${randomUUID()}`);
  const { mkdirSync } = await import("node:fs");
  mkdirSync(dataDir);
  writeFileSync(
    join(dataDir, ".env"),
    `OTEL_EXPORTER_OTLP_ENDPOINT=${SECRET}\nOTEL_EXPORTER_OTLP_PROTOCOL=grpc\nOTEL_TRACES_SAMPLER=sometimes\n`,
  );
  const { code, output } = await startAndFail(variables, dataDir);
  expect(code).toBe(1);
  expect(output).toContain(
    "The settings are not valid: OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL; " +
      "OTEL_TRACES_SAMPLER must be one of always_on, parentbased_always_on, always_off, parentbased_always_off, " +
      "traceidratio, parentbased_traceidratio; OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/protobuf, http/json.",
  );
  expect(output).not.toContain(SECRET);
});
