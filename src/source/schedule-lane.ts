import type { CursorHealth } from "./ports/source-cursors.port.js";

/** So many scopes in a row that fail for the model's sake are not each their own trouble. */
const FAILURES_OF_A_DEAD_MODEL = 3;

/** The workers of a schedule that are on scopes of one health. */
export class ScheduleLane {
  private inHand = 0;
  private failuresInARow = 0;

  /** @param width workers in it at most */
  constructor(
    readonly health: CursorHealth,
    private readonly width: number,
  ) {}

  get isOpen(): boolean {
    return this.inHand < this.width && this.failuresInARow < FAILURES_OF_A_DEAD_MODEL;
  }

  enter(): void {
    this.inHand += 1;
  }

  leave(): void {
    this.inHand -= 1;
  }

  /** Three in a row close the lane, until it is opened again. */
  countModelFailure(): void {
    this.failuresInARow += 1;
  }

  open(): void {
    this.failuresInARow = 0;
  }
}
