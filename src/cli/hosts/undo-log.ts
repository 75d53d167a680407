import { SetupRefusal } from "./setup-refusal.js";

/** How to take back what a run has written so far, so that one that fails leaves nothing half done. */
export class UndoLog {
  private readonly steps: (() => Promise<void>)[] = [];

  /** Before the write that it takes back: one that fails may have written a part. */
  add(step: () => Promise<void>): void {
    this.steps.push(step);
  }

  /** Does the work; when it fails, takes back what it did and throws its error. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (await this.takeBack()) throw error;
      const message = error instanceof Error ? error.message : String(error);
      throw new SetupRefusal(
        `${message} A part of it is done and could not be taken back: mend this and run it again.`,
      );
    }
  }

  private async takeBack(): Promise<boolean> {
    let whole = true;
    for (const step of this.steps.toReversed()) {
      await step().catch(() => {
        whole = false;
      });
    }
    return whole;
  }
}
