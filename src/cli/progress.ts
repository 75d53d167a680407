const TICK_MS = 1_000;
const CLEAR_LINE = "\r\u001b[K";

/** Says on a terminal, and nowhere else, that something goes on and for how long it has. */
export async function whileWaiting<T>(what: string, work: () => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return work();
  let seconds = 0;
  const ticking = setInterval(() => {
    seconds += 1;
    process.stderr.write(`${CLEAR_LINE}${what} … ${seconds} s`);
  }, TICK_MS);
  try {
    return await work();
  } finally {
    clearInterval(ticking);
    if (seconds > 0) process.stderr.write(CLEAR_LINE);
  }
}
