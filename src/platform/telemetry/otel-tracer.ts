import {
  type Context,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer as OtelSdkTracer,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";

import { DomainError } from "../../kernel/domain-error.js";
import { StorageError } from "../../kernel/storage-error.js";
import { Span, type SpanAttributes, type SpanStart, Tracer } from "../../kernel/tracer.port.js";
import { currentSpan, withSpan } from "./span-context.js";

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** Records with the OpenTelemetry SDK. Nothing of it is global: two servers in one process have two. */
export class OtelTracer extends Tracer {
  readonly isOn = true;

  /** @param followsCallers whether a request becomes part of the trace of its caller */
  constructor(
    private readonly sdk: OtelSdkTracer,
    private readonly followsCallers: boolean,
  ) {
    super();
  }

  override async trace<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
    const { name, kind = "internal", attributes = {} } = start;
    const parent = parentOf(start);
    const span = new RecordedSpan(this.sdk.startSpan(name, { kind: KINDS[kind], attributes }, parent));
    try {
      return await withSpan(span, () => work(span));
    } catch (error) {
      span.failed(error, kind === "client");
      throw error;
    } finally {
      span.recorded.end();
    }
  }

  override current(): Span | undefined {
    return currentSpan();
  }

  override callerOf(traceparent: string | undefined): Span | undefined {
    if (!this.followsCallers || traceparent === undefined) return undefined;
    // Without the caller's tracestate: it may hold anything, and there is nobody to pass it on to.
    const context = parseTraceParent(traceparent);
    if (context === null) return undefined;
    return new RecordedSpan(trace.wrapSpanContext({ ...context, isRemote: true }));
  }
}

function parentOf({ partOf = currentSpan() }: SpanStart): Context {
  return partOf instanceof RecordedSpan ? trace.setSpan(ROOT_CONTEXT, partOf.recorded) : ROOT_CONTEXT;
}

class RecordedSpan extends Span {
  readonly traceId: string;

  constructor(readonly recorded: OtelSpan) {
    super();
    this.traceId = recorded.spanContext().traceId;
  }

  override set(attributes: SpanAttributes): void {
    this.recorded.setAttributes(attributes);
  }

  override event(name: string): void {
    this.recorded.addEvent(name);
  }

  override fail(code: string): void {
    this.recorded.setAttributes({ "error.type": code });
    this.recorded.setStatus({ code: SpanStatusCode.ERROR });
  }

  override link(other: Span): void {
    if (other instanceof RecordedSpan) this.recorded.addLink({ context: other.recorded.spanContext() } satisfies Link);
  }

  /** A refusal is an outcome and no failure, unless it is what somebody else has answered. Messages are never kept. */
  failed(error: unknown, isOfAnother: boolean): void {
    this.recorded.setAttributes(faultOf(error));
    if (isOfAnother || !(error instanceof DomainError)) this.recorded.setStatus({ code: SpanStatusCode.ERROR });
  }
}

function faultOf(error: unknown): SpanAttributes {
  if (error instanceof DomainError) return { "error.type": error.code };
  if (error instanceof StorageError) {
    return { "error.type": error.kind, "db.response.status_code": String(error.errno) };
  }
  return { "error.type": error instanceof Error ? error.name : typeof error };
}
