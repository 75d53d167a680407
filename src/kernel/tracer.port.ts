/** What a span may say: numbers, and words of closed sets. A scope, an id, a text or a token is none of them. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** One piece of work in a trace. */
export abstract class Span {
  /** 32 hexadecimal digits. */
  abstract readonly traceId: string;
  abstract set(attributes: SpanAttributes): void;
  /** Says that something has happened now. */
  abstract event(name: string): void;
  /** Says that the work has failed, although it ended without an error. @param code a word of a closed set */
  abstract fail(code: string): void;
  /** Says that it has to do with another piece of work, of this trace or another. */
  abstract link(other: Span): void;
}

export interface SpanStart {
  /** What is done, in words of ours. */
  readonly name: string;
  /** `server` answers a request, `client` asks another system, `internal` is all the rest. Default: `internal`. */
  readonly kind?: "server" | "client" | "internal";
  /** What it is part of. Default: the span under way here. `"nothing"` begins a trace. */
  readonly partOf?: Span | "nothing" | undefined;
  readonly attributes?: SpanAttributes;
}

/** Records what work consists of and how long each part takes, for whoever operates the server. */
export abstract class Tracer {
  /** Whether anything is recorded. Without it no work should be done for the sake of a span. */
  abstract readonly isOn: boolean;
  /** Does the work as a span, which ends with it. Everything that is begun in it is part of it. @throws what the work throws */
  abstract trace<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
  /** The span under way here. */
  abstract current(): Span | undefined;
  /** The span of a caller, from a W3C `traceparent`; undefined when it is none or is not to be followed. */
  abstract callerOf(traceparent: string | undefined): Span | undefined;
}

class NoSpan extends Span {
  readonly traceId = "";
  override set(): void {
    return;
  }
  override event(): void {
    return;
  }
  override fail(): void {
    return;
  }
  override link(): void {
    return;
  }
}

class NoTracer extends Tracer {
  readonly isOn = false;
  private readonly span = new NoSpan();

  override trace<T>(_start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
    return work(this.span);
  }

  override current(): undefined {
    return undefined;
  }

  override callerOf(): undefined {
    return undefined;
  }
}

/** Of a server that records nothing. */
export const NO_TRACER: Tracer = new NoTracer();
