import type { Tracer } from "../../kernel/tracer.port.js";

/** The traces of one server: where they are recorded, and how they end. */
export class Tracing {
  constructor(
    readonly tracer: Tracer,
    private readonly end: () => Promise<void>,
  ) {}

  /** Sends what is not sent yet, and gives up after two seconds. Never fails. */
  close(): Promise<void> {
    return this.end();
  }
}
