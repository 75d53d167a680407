/** Why a call was ended before its answer was complete. */
export type Ending = "timeout" | "aborted";

interface Limits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs `work` until it is done, the time is over or the caller's signal comes. Rejects with what `work` rejects with, or with
 * `failure(ending)`, even when `work` does not listen to the signal it is given. That signal is set in every case
 * afterwards, so that nothing `work` has opened stays open.
 */
export async function withDeadline<Result>(
  { timeoutMs, signal }: Limits,
  work: (signal: AbortSignal) => Promise<Result>,
  failure: (ending: Ending) => Error,
): Promise<Result> {
  if (signal?.aborted === true) throw failure("aborted");
  const inner = new AbortController();
  let end: (ending: Ending) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = (ending) => {
      reject(failure(ending));
    };
  });
  const abort = (): void => {
    end("aborted");
  };
  const timer = setTimeout(end, timeoutMs, "timeout");
  signal?.addEventListener("abort", abort);
  try {
    return await Promise.race([work(inner.signal), ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    inner.abort();
  }
}
