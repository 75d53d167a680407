import { AsyncLocalStorage } from "node:async_hooks";

import type { Span } from "../../kernel/tracer.port.js";

const storage = new AsyncLocalStorage<Span>();

/** Runs `work`, and everything it starts, as part of a span whose trace each log line then names. */
export function withSpan<T>(span: Span, work: () => T): T {
  return storage.run(span, work);
}

export function currentSpan(): Span | undefined {
  return storage.getStore();
}
