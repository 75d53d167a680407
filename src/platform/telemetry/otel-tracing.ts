import { randomUUID } from "node:crypto";

import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";

import type { TracingConfig, TracingProtocol } from "../config/tracing.config.js";
import { OtelTracer } from "./otel-tracer.js";
import type { ServerLog } from "./server-log.js";
import type { ServerMetrics } from "./server-metrics.js";
import { RecordedSpans, WatchedExporter } from "./span-watch.js";
import { Tracing } from "./tracing.js";

const CLOSE_LIMIT_MS = 2_000;
const SCOPE = "powercontext";

const EXPORTERS = {
  "http/json": () => new JsonExporter(),
  "http/protobuf": () => new ProtobufExporter(),
} as const satisfies Record<TracingProtocol, () => unknown>;

/**
 * Spans in a bounded queue, sent in batches. Where to, with which headers, how often and how many of them the SDK reads from
 * the standard OTEL_* variables itself; that they can be read the settings have checked. Its own diagnostics repeat values of
 * these variables and answers of the collector, so they are not listened to: what is lost is counted and logged here.
 */
export function openOtelTracing(config: TracingConfig, metrics: ServerMetrics, log: ServerLog): Tracing {
  const spans = metrics.addSpanCounter();
  const exporter = new WatchedExporter(EXPORTERS[config.protocol](), spans, log);
  const ours = resourceFromAttributes({ "service.name": SCOPE, "service.instance.id": randomUUID() });
  const provider = new BasicTracerProvider({
    resource: ours.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new RecordedSpans(spans), new BatchSpanProcessor(exporter)],
  });
  return new Tracing(new OtelTracer(provider.getTracer(SCOPE), config.followsCallers), () => close(provider));
}

/** A collector that does not listen is not waited for. */
async function close(provider: BasicTracerProvider): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_LIMIT_MS);
  });
  await Promise.race([provider.shutdown().catch(() => undefined), limit]);
  clearTimeout(timer);
}
