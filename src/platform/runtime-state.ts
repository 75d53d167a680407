/**
 * - `unbound`   built without its runtime: probes and capabilities answer, nothing else does
 * - `starting`  not yet accepting operations
 * - `ready`     accepting them
 * - `stopping`  finishing those it accepted; there is no way back
 */
export type RuntimePhase = "unbound" | "starting" | "ready" | "stopping";

/** Whether the process takes work now. One object for each app: the gate, the probes and the lifecycle look at the same. */
export class RuntimeState {
  private current: RuntimePhase;

  constructor(kind: "bound" | "unbound") {
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
  }
}
