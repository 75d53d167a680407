/** How much is handed over at a time: whether a reader still reads shows from piece to piece. */
const PIECE_BYTES = 65_536;
/** At the end, how long lines may still begin, and how long a reader may take nothing before it counts as gone. */
const LAST_LINES_MS = 500;
const STALLED_MS = 800;

/** As much of a stream as writing takes. */
export interface Sink {
  write(bytes: Uint8Array, taken: () => void): unknown;
}

/** Writes whole lines in the order they come, one after the other. */
export class LineWriter {
  private waiting: Buffer[] = [];
  private working: Promise<void> | undefined;
  private stalled: NodeJS.Timeout | undefined;

  constructor(private readonly sink: Sink) {}

  write(line: string): void {
    this.waiting.push(Buffer.from(`${line}\n`));
    this.working ??= this.work();
  }

  /**
   * Resolves when all is written. Lines that a slow reader keeps from beginning soon are dropped; one that has begun is written
   * to its end for as long as the reader goes on taking it.
   */
  async end(): Promise<void> {
    if (this.working === undefined) return;
    const drop = setTimeout(() => {
      this.waiting = [];
    }, LAST_LINES_MS);
    const gone = new Promise<void>((resolve) => {
      this.stalled = setTimeout(resolve, STALLED_MS);
    });
    await Promise.race([this.working, gone]);
    clearTimeout(drop);
    clearTimeout(this.stalled);
  }

  private async work(): Promise<void> {
    for (let line = this.waiting.shift(); line !== undefined; line = this.waiting.shift()) {
      for (let from = 0; from < line.length; from += PIECE_BYTES) {
        await this.taken(line.subarray(from, from + PIECE_BYTES));
        this.stalled?.refresh();
      }
    }
    this.working = undefined;
  }

  private taken(piece: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.sink.write(piece, resolve);
    });
  }
}
