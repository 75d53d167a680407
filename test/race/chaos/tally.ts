/** What came of all calls, by number. */
export class Tally {
  calls = 0;
  acknowledged = 0;
  unknown = 0;
  unsent = 0;
  /** By code. */
  readonly refused: Record<string, number> = {};
  /** Answers that no caller should ever get, in words. */
  readonly strange: string[] = [];

  refuse(code: string): void {
    this.refused[code] = (this.refused[code] ?? 0) + 1;
  }
}
