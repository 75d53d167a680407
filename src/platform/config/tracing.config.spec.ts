import { Environment, type Variables } from "./environment.js";
import type { Machine } from "./machine.js";
import { TracingConfig } from "./tracing.config.js";

const SWITCH = "POWERCONTEXT_SERVER_TRACING_ENABLED";
const SECRET = "sentinel-19f0";

const machine: Machine = {
  platform: "linux",
  homeDirectory: "/home/ada",
  workingDirectory: "/",
  readTextFile: (path) => {
    if (path === "/certs/ca.pem") return "certificate";
    throw new Error("ENOENT");
  },
};

function parse(variables: Variables): { readonly config: TracingConfig; readonly problems: readonly string[] } {
  const environment = new Environment(variables);
  return { config: TracingConfig.parse(environment, machine), problems: environment.problems };
}

const parseOn = (variables: Variables) => parse({ [SWITCH]: "true", ...variables });

describe("traces", () => {
  it("are off unless they are switched on, whatever OpenTelemetry is told", () => {
    expect(parse({}).config.enabled).toBe(false);
    const { config, problems } = parse({ OTEL_EXPORTER_OTLP_ENDPOINT: "nonsense", OTEL_TRACES_SAMPLER: "nonsense" });
    expect(config.enabled).toBe(false);
    expect(problems).toEqual([]);
    expect(parseOn({}).config).toEqual({ enabled: true, protocol: "http/protobuf", followsCallers: true });
  });

  it("are off when the standard variables say so", () => {
    expect(parseOn({ OTEL_SDK_DISABLED: "true" }).config.enabled).toBe(false);
    expect(parseOn({ OTEL_TRACES_EXPORTER: "none" }).config.enabled).toBe(false);
    expect(parseOn({ OTEL_SDK_DISABLED: "false", OTEL_TRACES_EXPORTER: "otlp" }).config.enabled).toBe(true);
  });

  it("speak what is said of traces rather than what is said of everything", () => {
    const all = { OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
    expect(parseOn(all).config.protocol).toBe("http/json");
    const traces = { ...all, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf" };
    expect(parseOn(traces).config.protocol).toBe("http/protobuf");
  });

  it.each([
    ["tracecontext,baggage", true],
    ["baggage, tracecontext", true],
    ["b3", false],
    ["none", false],
  ])("with the propagators %s follow callers: %s", (propagators, follows) => {
    expect(parseOn({ OTEL_PROPAGATORS: propagators }).config.followsCallers).toBe(follows);
  });

  it.each([
    ["OTEL_TRACES_EXPORTER", "console", "must be one of otlp, none"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "must be one of http/protobuf, http/json"],
    ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "grpc", "must be one of http/protobuf, http/json"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", SECRET, "must be an http or https URL"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318", "must be an http or https URL"],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "grpc://collector:4317", "must be an http or https URL"],
    ["OTEL_EXPORTER_OTLP_HEADERS", SECRET, "must be a comma list of name=value"],
    ["OTEL_EXPORTER_OTLP_TRACES_HEADERS", `a=b,${SECRET}`, "must be a comma list of name=value"],
    ["OTEL_EXPORTER_OTLP_TIMEOUT", "10s", "must be a number of milliseconds above 0"],
    ["OTEL_EXPORTER_OTLP_COMPRESSION", "zstd", "must be one of gzip, none"],
    ["OTEL_EXPORTER_OTLP_CERTIFICATE", "/certs/none.pem", "must name a file that can be read"],
    ["OTEL_EXPORTER_OTLP_TRACES_CLIENT_KEY", "/certs/none.pem", "must name a file that can be read"],
    ["OTEL_RESOURCE_ATTRIBUTES", "deployment", "must be a comma list of name=value, percent-encoded"],
    ["OTEL_RESOURCE_ATTRIBUTES", "a=b=c", "must be a comma list of name=value, percent-encoded"],
    ["OTEL_RESOURCE_ATTRIBUTES", "a=%zz", "must be a comma list of name=value, percent-encoded"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5", "must be a number from 0 to 1"],
    ["OTEL_TRACES_SAMPLER_ARG", "half", "must be a number from 0 to 1"],
    ["OTEL_BSP_SCHEDULE_DELAY", "0", "must be a number of milliseconds above 0"],
    ["OTEL_BSP_EXPORT_TIMEOUT", "-1", "must be a number of milliseconds above 0"],
    ["OTEL_BSP_MAX_QUEUE_SIZE", "many", "must be a number of spans above 0"],
    ["OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "1.5", "must be a number of spans above 0"],
  ])("do not start with %s=%s", (name, value, problem) => {
    expect(parseOn({ [name]: value }).problems).toEqual([`${name} ${problem}`]);
  });

  it("start with whatever can be read", () => {
    const { problems } = parseOn({
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.test:4318/base",
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20x, tenant=a",
      OTEL_EXPORTER_OTLP_TIMEOUT: "2000",
      OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
      OTEL_EXPORTER_OTLP_CERTIFICATE: "/certs/ca.pem",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=prod,host.name=a%2Cb",
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.05",
      OTEL_BSP_MAX_QUEUE_SIZE: "4096",
      OTEL_METRICS_EXPORTER: "whatever",
    });
    expect(problems).toEqual([]);
  });
});
