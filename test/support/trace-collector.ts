import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { until } from "./until.js";

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: "internal" | "server" | "client";
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly events: readonly string[];
  /** Span ids. */
  readonly links: readonly string[];
  readonly failed: boolean;
  readonly resource: Readonly<Record<string, string | number>>;
}

/** A span with its parts, in the order of their begin. */
export type SpanTree = string | Readonly<Record<string, readonly unknown[]>>;

/** What takes traces over OTLP, as JSON, on a port of this machine. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** Everything that came in, as it came: bodies and headers. */
  readonly received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  private behaviour: (response: ServerResponse) => void = accept;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server);
    server.on("request", (request, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        collector.take(request.headers, Buffer.concat(chunks));
        collector.behaviour(response);
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** What it does with every request from now on; by default it takes the spans. */
  answers(behaviour: (response: ServerResponse) => void): void {
    this.behaviour = behaviour;
  }

  /** The spans of one trace, once they are all there: a parent is sent after its parts. */
  async traceOf(isRoot: (span: CollectedSpan) => boolean): Promise<readonly CollectedSpan[]> {
    await until(() => this.spans.some(isRoot));
    const traceId = this.spans.find(isRoot)?.traceId;
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private take(headers: IncomingHttpHeaders, bytes: Buffer): void {
    const body = bytes.toString("latin1");
    this.received.push({ headers, body: bytes.toString("utf8") });
    if (body.startsWith("{")) this.spans.push(...spansOf(JSON.parse(bytes.toString("utf8")) as Exported));
  }
}

function accept(response: ServerResponse): void {
  response.setHeader("content-type", "application/json").end("{}");
}

/** What hangs under each span, by name; what has no parts is its name alone. */
export function treeOf(spans: readonly CollectedSpan[]): readonly SpanTree[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const node = (span: CollectedSpan): SpanTree => {
    const parts = spans.filter(({ parentSpanId }) => parentSpanId === span.spanId).map(node);
    return parts.length === 0 ? span.name : { [span.name]: parts };
  };
  return spans.filter(({ parentSpanId }) => parentSpanId === undefined || !known.has(parentSpanId)).map(node);
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}

interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly events: readonly { readonly name: string }[];
  readonly links: readonly { readonly spanId: string }[];
  readonly status: { readonly code: number };
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

const KINDS: Readonly<Record<number, CollectedSpan["kind"]>> = { 1: "internal", 2: "server", 3: "client" };
const FAILED = 2;

function spansOf({ resourceSpans }: Exported): readonly CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId,
        name: span.name,
        kind: KINDS[span.kind] ?? "internal",
        attributes: recordOf(span.attributes),
        events: span.events.map(({ name }) => name),
        links: span.links.map(({ spanId }) => spanId),
        failed: span.status.code === FAILED,
        resource: recordOf(resource.attributes),
        begin: BigInt(span.startTimeUnixNano),
      }))
      .sort((one, other) => Number(one.begin - other.begin)),
  );
}

function recordOf(attributes: readonly Attribute[]): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const),
  );
}
