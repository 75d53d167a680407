import { Meter, type ModelUsage } from "../../src/kernel/meter.port.js";

/** Keeps what models were used for; everything else that is counted is let go. */
export class UsageMeter extends Meter {
  readonly usages: ModelUsage[] = [];

  override count(): void {
    // Not of interest here.
  }

  override observe(): void {
    // Not of interest here.
  }

  override modelUsed(usage: ModelUsage): void {
    this.usages.push(usage);
  }
}
