import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

import { type CounterName, type HistogramName, Meter } from "../../kernel/meter.port.js";

/** How a call ended: 2xx and 3xx, 4xx, 5xx. */
export type Outcome = "success" | "client_error" | "server_error";

export interface TransportCall {
  readonly transport: "http";
  /** An operationId of the contract, or one of a few words for everything else. */
  readonly operation: string;
}

const PREFIX = "powercontext_server_";
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const PACK_BYTES = [0, 512, 1024, 2048, 4096, 8000, 16_384, 32_768];
const PACK_CANDIDATES = [0, 1, 2, 4, 8, 16, 24];

/** Everything GET /metrics shows. One registry for each app, so that two apps in one process do not mix. */
export class ServerMetrics extends Meter {
  private readonly registry = new Registry();

  private readonly transportRequests = this.counter("transport_requests_total", "Requests answered.", [
    "transport",
    "operation",
    "outcome",
  ]);
  private readonly transportDuration = this.histogram(
    "transport_request_duration_seconds",
    "From first byte to answer.",
    {
      labelNames: ["transport", "operation", "outcome"],
      buckets: SECONDS,
    },
  );
  private readonly transportInProgress = this.gauge("transport_requests_in_progress", "Requests not answered yet.", [
    "transport",
    "operation",
  ]);
  private readonly operations = this.counter(
    "application_operations_total",
    "Operations that reached the application.",
    ["operation", "outcome"],
  );
  private readonly operationDuration = this.histogram(
    "application_operation_duration_seconds",
    "Time in the application.",
    {
      labelNames: ["operation", "outcome"],
      buckets: SECONDS,
    },
  );
  private readonly counters: Readonly<Record<CounterName, Counter>> = {
    journal_appended: this.counter("journal_appended_total", "Sources newly written to a journal.", []),
  };
  private readonly histograms: Readonly<Record<HistogramName, Histogram>> = {
    pack_bytes: this.histogram("context_pack_bytes", "UTF-8 bytes of a prepared context.", {
      labelNames: [],
      buckets: PACK_BYTES,
    }),
    pack_candidates: this.histogram("context_pack_candidates", "Candidates a prepared context was chosen from.", {
      labelNames: [],
      buckets: PACK_CANDIDATES,
    }),
  };

  override count(name: CounterName, amount = 1): void {
    this.counters[name].inc(amount);
  }

  override observe(name: HistogramName, value: number): void {
    this.histograms[name].observe(value);
  }

  /** Memory, CPU, event loop and garbage collection of this process. */
  collectProcessMetrics(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** A gauge whose value is asked for at each scrape. */
  addGauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name: PREFIX + name,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
    });
  }

  requestStarted(call: TransportCall): void {
    this.transportInProgress.inc({ transport: call.transport, operation: call.operation });
  }

  requestEnded(call: TransportCall, outcome: Outcome, seconds: number): void {
    const labels = { transport: call.transport, operation: call.operation, outcome };
    this.transportInProgress.dec({ transport: call.transport, operation: call.operation });
    this.transportRequests.inc(labels);
    this.transportDuration.observe(labels, seconds);
  }

  operationEnded(operation: string, outcome: Outcome, seconds: number): void {
    this.operations.inc({ operation, outcome });
    this.operationDuration.observe({ operation, outcome }, seconds);
  }

  /** The Prometheus text format. */
  async exposition(): Promise<{ readonly contentType: string; readonly text: string }> {
    return { contentType: this.registry.contentType, text: await this.registry.metrics() };
  }

  private counter(name: string, help: string, labelNames: readonly string[]): Counter {
    return new Counter({ name: PREFIX + name, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  private gauge(name: string, help: string, labelNames: readonly string[]): Gauge {
    return new Gauge({ name: PREFIX + name, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  private histogram(
    name: string,
    help: string,
    shape: { readonly labelNames: readonly string[]; readonly buckets: readonly number[] },
  ): Histogram {
    return new Histogram({
      name: PREFIX + name,
      help,
      labelNames: [...shape.labelNames],
      buckets: [...shape.buckets],
      registers: [this.registry],
    });
  }
}
