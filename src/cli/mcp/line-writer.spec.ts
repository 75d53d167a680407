import { LineWriter } from "./line-writer.js";

/** A reader that takes a piece when it is told to. */
function slowSink() {
  const taken: string[] = [];
  const pending: (() => void)[] = [];
  return {
    text: () => taken.join(""),
    write: (bytes: Uint8Array, done: () => void) => {
      taken.push(Buffer.from(bytes).toString());
      pending.push(done);
    },
    take: () => pending.shift()?.(),
  };
}

describe("LineWriter", () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const long = "x".repeat(200_000);

  it("ends a line that has begun for as long as the reader takes it, and drops those that have not", async () => {
    const sink = slowSink();
    const writer = new LineWriter(sink);
    writer.write(long);
    writer.write("dropped");
    let isOver = false;
    const ended = writer.end().then(() => (isOver = true));
    for (let piece = 0; piece < 4; piece += 1) {
      await jest.advanceTimersByTimeAsync(700);
      expect(isOver).toBe(false);
      sink.take();
    }
    await ended;
    expect(sink.text()).toBe(`${long}\n`);
  });

  it("writes all lines in order for a reader that keeps up", async () => {
    const sink = slowSink();
    const writer = new LineWriter(sink);
    for (const line of ["one", "two", "three"]) writer.write(line);
    const ended = writer.end();
    for (let piece = 0; piece < 3; piece += 1) {
      await jest.advanceTimersByTimeAsync(1);
      sink.take();
    }
    await ended;
    expect(sink.text()).toBe("one\ntwo\nthree\n");
  });

  it("gives up on a reader that takes nothing", async () => {
    const writer = new LineWriter(slowSink());
    writer.write(long);
    const ended = writer.end();
    await jest.advanceTimersByTimeAsync(800);
    await expect(ended).resolves.toBeUndefined();
  });
});
