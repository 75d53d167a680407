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
  const forget = signal === undefined ? undefined : whenAborted(signal, abort);
  const timer = setTimeout(end, timeoutMs, "timeout");
  try {
    return await Promise.race([work(inner.signal), ended]);
  } finally {
    clearTimeout(timer);
    forget?.();
    inner.abort();
  }
}

interface Watch {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

/** The signals on which calls wait now. */
const watches = new WeakMap<AbortSignal, Watch>();

/**
 * One listener for all calls that share a signal: platforms take more than ten for a leak, and warn.
 *
 * @returns what takes the callback back; with the last one the listener goes.
 */
function whenAborted(signal: AbortSignal, callback: () => void): () => void {
  const watch = watches.get(signal) ?? watchSignal(signal);
  watch.callbacks.add(callback);
  return () => {
    watch.callbacks.delete(callback);
    if (watch.callbacks.size > 0) return;
    signal.removeEventListener("abort", watch.listener);
    watches.delete(signal);
  };
}

function watchSignal(signal: AbortSignal): Watch {
  const callbacks = new Set<() => void>();
  const listener = (): void => {
    for (const callback of callbacks) callback();
  };
  signal.addEventListener("abort", listener);
  watches.set(signal, { callbacks, listener });
  return { callbacks, listener };
}
