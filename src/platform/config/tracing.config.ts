import type { Environment } from "./environment.js";
import type { Machine } from "./machine.js";

export type TracingProtocol = "http/protobuf" | "http/json";

/**
 * Whether there are traces. The standard OTEL_* variables say where they go and how many there are; the OpenTelemetry SDK
 * reads those by itself and passes over what it cannot read, so they are checked here.
 */
export class TracingConfig {
  /** TRACING_ENABLED, unless OTEL_SDK_DISABLED is true or OTEL_TRACES_EXPORTER none. */
  readonly enabled: boolean;
  /** OTEL_EXPORTER_OTLP_TRACES_PROTOCOL or OTEL_EXPORTER_OTLP_PROTOCOL. */
  readonly protocol: TracingProtocol;
  /** Whether OTEL_PROPAGATORS, by default, names tracecontext: a request is part of its caller's trace. */
  readonly followsCallers: boolean;

  static readonly off = new TracingConfig({ enabled: false, protocol: "http/protobuf", followsCallers: false });

  constructor(values: TracingConfig) {
    this.enabled = values.enabled;
    this.protocol = values.protocol;
    this.followsCallers = values.followsCallers;
  }

  static parse(environment: Environment, machine: Machine): TracingConfig {
    if (!environment.flag("TRACING_ENABLED", false)) return TracingConfig.off;
    if (wordOf(environment, "OTEL_SDK_DISABLED") === "true") return TracingConfig.off;
    const exporter = choice(environment, "OTEL_TRACES_EXPORTER", ["otlp", "none"], "otlp");
    checkExporter(environment, machine);
    checkVolume(environment);
    return new TracingConfig({
      enabled: exporter === "otlp",
      protocol: protocolOf(environment),
      followsCallers: (wordOf(environment, "OTEL_PROPAGATORS") ?? "tracecontext")
        .split(",")
        .some((name) => name.trim() === "tracecontext"),
    });
  }
}

const PROTOCOLS: readonly TracingProtocol[] = ["http/protobuf", "http/json"];

function protocolOf(environment: Environment): TracingProtocol {
  const common = choice(environment, "OTEL_EXPORTER_OTLP_PROTOCOL", PROTOCOLS, "http/protobuf");
  return choice(environment, "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", PROTOCOLS, common);
}

/** Each of these has a form for all signals and one for traces. */
function checkExporter(environment: Environment, machine: Machine): void {
  for (const signal of ["", "TRACES_"]) {
    const name = (setting: string): string => `OTEL_EXPORTER_OTLP_${signal}${setting}`;
    check(environment, name("ENDPOINT"), isHttpUrl, "must be an http or https URL");
    check(environment, name("HEADERS"), isPairs, "must be a comma list of name=value");
    choice(environment, name("COMPRESSION"), ["gzip", "none"], "none");
    check(environment, name("TIMEOUT"), isCount, MILLISECONDS);
    for (const file of ["CERTIFICATE", "CLIENT_CERTIFICATE", "CLIENT_KEY"]) {
      check(environment, name(file), (path) => isReadable(machine, path), "must name a file that can be read");
    }
  }
  check(environment, "OTEL_RESOURCE_ATTRIBUTES", isResource, "must be a comma list of name=value, percent-encoded");
}

const MILLISECONDS = "must be a number of milliseconds above 0";
const SAMPLERS = ["always_on", "always_off", "traceidratio"].flatMap((name) => [name, `parentbased_${name}`]);

function checkVolume(environment: Environment): void {
  choice(environment, "OTEL_TRACES_SAMPLER", SAMPLERS, "parentbased_always_on");
  check(environment, "OTEL_TRACES_SAMPLER_ARG", isRatio, "must be a number from 0 to 1");
  check(environment, "OTEL_BSP_SCHEDULE_DELAY", isCount, MILLISECONDS);
  check(environment, "OTEL_BSP_EXPORT_TIMEOUT", isCount, MILLISECONDS);
  check(environment, "OTEL_BSP_MAX_QUEUE_SIZE", isCount, "must be a number of spans above 0");
  check(environment, "OTEL_BSP_MAX_EXPORT_BATCH_SIZE", isCount, "must be a number of spans above 0");
}

function check(environment: Environment, name: string, fits: (value: string) => boolean, problem: string): void {
  const value = environment.shared(name);
  if (value !== undefined && !fits(value)) environment.refuseShared(name, problem);
}

function choice<T extends string>(environment: Environment, name: string, choices: readonly T[], fallback: T): T {
  const word = wordOf(environment, name);
  if (word === undefined) return fallback;
  const chosen = choices.find((each) => each === word);
  if (chosen === undefined) environment.refuseShared(name, `must be one of ${choices.join(", ")}`);
  return chosen ?? fallback;
}

function wordOf(environment: Environment, name: string): string | undefined {
  return environment.shared(name)?.trim();
}

const isCount = (value: string): boolean => /^[1-9]\d{0,8}$/.test(value.trim());
const isRatio = (value: string): boolean => /^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(value.trim());

function isHttpUrl(value: string): boolean {
  try {
    return ["http:", "https:"].includes(new URL(value).protocol);
  } catch {
    return false;
  }
}

const isPairs = (value: string): boolean => value.split(",").every((pair) => /^\s*[^=\s]+\s*=/.test(pair));

function isResource(value: string): boolean {
  const pairs = value.split(",").filter((pair) => pair.trim() !== "");
  return pairs.every((pair) => /^[^=]{1,255}=[^=]{0,255}$/.test(pair.trim()) && isEncoded(pair));
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isReadable(machine: Machine, path: string): boolean {
  try {
    machine.readTextFile(path);
    return true;
  } catch {
    return false;
  }
}
