import { DomainError } from "../kernel/domain-error.js";
import { Shutdown } from "../kernel/shutdown.port.js";

/** Connections are cut ten seconds after the server was told to stop (`lifecycle.ts`): answers go out before. */
const PATIENCE_AT_SHUTDOWN_MS = 8_000;

/**
 * - `unbound`   built without its runtime: probes and capabilities answer, nothing else does
 * - `starting`  not yet accepting operations
 * - `ready`     accepting them
 * - `stopping`  finishing those it accepted; there is no way back
 */
export type RuntimePhase = "unbound" | "starting" | "ready" | "stopping";

/** Whether the process takes work now. One object for each app: the gate, the probes and the lifecycle look at the same. */
export class RuntimeState extends Shutdown {
  private current: RuntimePhase;
  private readonly underWay = new Set<AbortController>();
  private isOverdue = false;

  constructor(kind: "bound" | "unbound") {
    super();
    this.current = kind === "bound" ? "starting" : "unbound";
  }

  get phase(): RuntimePhase {
    return this.current;
  }

  get isReady(): boolean {
    return this.current === "ready";
  }

  /** The end of a start. Without effect on an app that has no runtime or is already stopping. */
  markReady(): void {
    if (this.current === "starting") this.current = "ready";
  }

  stop(): void {
    this.current = "stopping";
    setTimeout(() => {
      this.giveUp();
    }, PATIENCE_AT_SHUTDOWN_MS).unref();
  }

  override refuseIfBegun(): void {
    if (this.current === "stopping") throw stopping();
  }

  override async during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const ending = new AbortController();
    this.underWay.add(ending);
    try {
      if (this.isOverdue) ending.abort();
      return await work(ending.signal);
    } catch (error) {
      throw ending.signal.aborted ? stopping() : error;
    } finally {
      this.underWay.delete(ending);
    }
  }

  private giveUp(): void {
    this.isOverdue = true;
    for (const ending of this.underWay) ending.abort();
  }
}

function stopping(): DomainError {
  return new DomainError("runtime_not_ready", "The server is stopping. Retry when it is back.");
}
