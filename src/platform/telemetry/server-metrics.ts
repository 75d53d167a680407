import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

import { type CounterName, type HistogramName, Meter, type ModelUsage } from "../../kernel/meter.port.js";

/** How a call ended: 2xx and 3xx, 4xx, 5xx. */
export type Outcome = "success" | "client_error" | "server_error";

/** The contract's HTTP, or the tools for agents. */
export type TransportName = "http" | "mcp";

/** Why a request was refused by a guard, or the connection of a client ended. */
const REFUSALS = ["rate_limit", "queue_full", "wait_too_long"] as const;
const CUTS = ["limit", "slow_request", "stalled_answer"] as const;
export type GuardRefusal = (typeof REFUSALS)[number];
export type ConnectionCut = (typeof CUTS)[number];

/** What became of spans of traces: to be sent, sent, and not accepted by the collector. */
const SPAN_OUTCOMES = ["recorded", "exported", "failed"] as const;
export interface SpanCounter {
  add(outcome: (typeof SPAN_OUTCOMES)[number], spans: number): void;
}

export interface TransportCall {
  readonly transport: TransportName;
  /** An operationId of the contract, for MCP the name of a tool or a method, or one of a few words for everything else. */
  readonly operation: string;
}

const PREFIX = "powercontext_server_";
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const MODEL_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
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
  private readonly refusals = this.reasons("requests_refused_total", "Requests that a guard has refused.", REFUSALS);
  private readonly cuts = this.reasons("connections_cut_total", "Connections that a guard has ended.", CUTS);
  private readonly counters: Readonly<Record<CounterName, Counter>> = {
    journal_appended: this.counter("journal_appended_total", "Sources newly written to a journal.", []),
    extraction_changes: this.counter("extraction_changes_total", "Entries that flushes added or revised.", []),
    extraction_dropped_excess: this.dropped("excess", "beyond what one window may propose"),
    extraction_dropped_invalid: this.dropped("invalid", "nothing a caller could have remembered"),
    extraction_dropped_unsupported: this.dropped("unsupported", "without a Source of the window"),
    extraction_dropped_redacted: this.dropped("redacted", "over an entry that was shown without its secret"),
    extraction_dropped_stale: this.dropped("stale", "of an entry that had moved on"),
    extraction_dropped_duplicate: this.dropped("duplicate", "said already"),
    extraction_dropped_retired: this.dropped("retired", "retired or replaced by a person"),
    extraction_redactions: this.counter("extraction_redactions_total", "Secrets and private spans taken out.", []),
    schedule_windows: this.counter("schedule_windows_total", "Windows that the schedule has processed.", []),
    schedule_failures: this.counter("schedule_failures_total", "Windows of the schedule that failed.", []),
    schedule_sources: this.counter("schedule_sources_total", "Sources in windows of the schedule.", []),
    ...this.reviewCounters(),
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
  private readonly modelCalls = this.counter(
    "inference_calls_total",
    "Generations and requests for embeddings, however many requests of the provider each took.",
    ["model", "purpose", "outcome"],
  );
  private readonly modelRequests = this.counter("inference_requests_total", "Requests sent to model providers.", [
    "model",
    "purpose",
  ]);
  private readonly modelTokens = this.counter("inference_tokens_total", "Tokens, as model providers count them.", [
    "model",
    "purpose",
    "direction",
  ]);
  private readonly modelDuration = this.histogram("inference_call_duration_seconds", "A call with its retries.", {
    labelNames: ["model", "purpose", "outcome"],
    buckets: MODEL_SECONDS,
  });

  override count(name: CounterName, amount = 1): void {
    this.counters[name].inc(amount);
  }

  override observe(name: HistogramName, value: number): void {
    this.histograms[name].observe(value);
  }

  override modelUsed({ model, purpose, outcome, seconds, requests, inputTokens, outputTokens }: ModelUsage): void {
    this.modelCalls.inc({ model, purpose, outcome });
    this.modelDuration.observe({ model, purpose, outcome }, seconds);
    this.modelRequests.inc({ model, purpose }, requests);
    this.modelTokens.inc({ model, purpose, direction: "input" }, inputTokens);
    this.modelTokens.inc({ model, purpose, direction: "output" }, outputTokens);
  }

  /** Memory, CPU, event loop and garbage collection of this process. */
  collectProcessMetrics(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** A gauge whose value is asked for at each scrape. One that cannot be had in time is left out: the others are wanted all the more. */
  addGauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name: PREFIX + name,
      help,
      registers: [this.registry],
      async collect() {
        const value = await withinScrape(read);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }

  /** The same for what is counted elsewhere, since the start of the process. */
  addCounter(name: string, help: string, read: () => number | Promise<number>): void {
    new Counter({
      name: PREFIX + name,
      help,
      registers: [this.registry],
      async collect() {
        const value = await withinScrape(read);
        this.reset();
        if (value === undefined) this.remove();
        else this.inc(value);
      },
    });
  }

  /** The same for each of the queues of requests. */
  addLaneGauge(name: string, help: string, read: () => Readonly<Record<string, number>>): void {
    new Gauge({
      name: PREFIX + name,
      help,
      labelNames: ["lane"],
      registers: [this.registry],
      collect() {
        for (const [lane, value] of Object.entries(read())) this.set({ lane }, value);
      },
    });
  }

  requestRefused(reason: GuardRefusal): void {
    this.refusals.inc({ reason });
  }

  connectionCut(reason: ConnectionCut): void {
    this.cuts.inc({ reason });
  }

  /** Of a server that records traces. */
  addSpanCounter(): SpanCounter {
    const counter = this.counter("trace_spans_total", "Spans recorded, and what became of them.", ["outcome"]);
    for (const outcome of SPAN_OUTCOMES) counter.inc({ outcome }, 0);
    return {
      add: (outcome, spans) => {
        counter.inc({ outcome }, spans);
      },
    };
  }

  requestStarted(call: TransportCall): void {
    this.transportInProgress.inc({ transport: call.transport, operation: call.operation });
  }

  /** Before it ends: what was started as one thing is another. */
  requestTurnedOutToBe(before: TransportCall, after: TransportCall): void {
    this.transportInProgress.dec({ transport: before.transport, operation: before.operation });
    this.requestStarted(after);
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

  private reviewCounters() {
    const counter = (name: string, help: string): Counter => this.counter(`${name}_total`, help, []);
    return {
      incubation_windows: counter("incubation_windows", "Windows read for Experience."),
      incubation_failures: counter("incubation_failures", "Windows read for Experience that failed."),
      incubation_sources: counter("incubation_sources", "Sources in windows read for Experience."),
      incubation_candidates: counter("incubation_candidates", "Candidates that the schedule has proposed."),
      incubation_dropped_invalid: counter("incubation_dropped_invalid", "Proposals that nobody could have made."),
      incubation_dropped_duplicate: counter("incubation_dropped_duplicate", "Proposals that had been made before."),
      review_approved: counter("review_approved", "Candidates approved."),
      review_rejected: counter("review_rejected", "Candidates rejected."),
      packs_with_experience: counter("context_packs_with_experience", "Prepared contexts that hold an Experience."),
    };
  }

  private dropped(reason: string, what: string): Counter {
    return this.counter(`extraction_dropped_${reason}_total`, `Candidates dropped: ${what}.`, []);
  }

  /** There from the start, so that the first one of a reason is seen as an increase. */
  private reasons(name: string, help: string, reasons: readonly string[]): Counter {
    const counter = this.counter(name, help, ["reason"]);
    for (const reason of reasons) counter.inc({ reason }, 0);
    return counter;
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

/** Scrapers wait ten seconds as a rule. */
const READ_LIMIT_MS = 2_000;

async function withinScrape(read: () => number | Promise<number>): Promise<number | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, READ_LIMIT_MS, undefined);
  });
  try {
    return await Promise.race([read(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
