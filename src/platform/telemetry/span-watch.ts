import { TraceFlags } from "@opentelemetry/api";
import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import type { ReadableSpan, SpanExporter, SpanProcessor } from "@opentelemetry/sdk-trace-base";

import type { ServerLog } from "./server-log.js";
import type { SpanCounter } from "./server-metrics.js";

/** How often the log may say that spans are lost. */
const REPORT_EVERY_MS = 60_000;

/** Counts the spans that are to be sent. Those that are neither sent nor failed in the end found the queue full. */
export class RecordedSpans implements SpanProcessor {
  constructor(private readonly spans: SpanCounter) {}

  onStart(): void {
    return;
  }

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0) this.spans.add("recorded", 1);
  }

  forceFlush(): Promise<void> {
    return Promise.resolve();
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }
}

/** An exporter whose outcomes are counted, and whose trouble is in the log: at most once a minute, and when it is over. */
export class WatchedExporter implements SpanExporter {
  private lostSinceReport = 0;
  private reportedAt = -Infinity;

  constructor(
    private readonly inner: SpanExporter,
    private readonly spans: SpanCounter,
    private readonly log: ServerLog,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.inner.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) this.sent(spans.length);
      else this.failed(spans.length, result.error);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.inner.shutdown();
  }

  forceFlush(): Promise<void> {
    return this.inner.forceFlush?.() ?? Promise.resolve();
  }

  private sent(spans: number): void {
    this.spans.add("exported", spans);
    if (this.reportedAt === -Infinity) return;
    this.reportedAt = -Infinity;
    this.log.info({ lost_spans: this.lostSinceReport }, "traces are sent again");
    this.lostSinceReport = 0;
  }

  private failed(spans: number, error: unknown): void {
    this.spans.add("failed", spans);
    this.lostSinceReport += spans;
    if (performance.now() - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = performance.now();
    this.log.warn({ code: codeOf(error), lost_spans: this.lostSinceReport }, "traces cannot be sent");
    this.lostSinceReport = 0;
  }
}

/** A status of HTTP or a code of the system. Messages hold addresses and what the collector has answered. */
function codeOf(error: unknown): number | string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  if (typeof code === "number") return code;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : "no_answer";
}
