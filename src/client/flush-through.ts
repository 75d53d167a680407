import type { CallOptions } from "./client.settings.js";
import type { FlushMemoryRequest, FlushMemoryResponse } from "./generated/wire.js";
import { PowerContextError } from "./powercontext.error.js";

/** Up to where a journal is to be read. */
export interface FlushTarget extends FlushMemoryRequest {
  /** A position that `captureContentSource` has answered. */
  readonly position: number;
}

export interface FlushThroughOptions extends CallOptions {
  /** The most calls of flushMemory. Default: as many as it takes; each of them reads on. */
  readonly maxCalls?: number | undefined;
}

type Flush = (request: FlushMemoryRequest, options: CallOptions) => Promise<FlushMemoryResponse>;

/** See PowerContextClient.flushThrough. */
export async function flushThrough(
  flush: Flush,
  { position, ...request }: FlushTarget,
  { maxCalls, ...options }: FlushThroughOptions,
): Promise<FlushMemoryResponse> {
  if (!isCount(position)) throw new TypeError("position must be an integer from 1.");
  if (maxCalls !== undefined && !isCount(maxCalls)) throw new TypeError("maxCalls must be an integer from 1.");
  let reached = -1;
  for (let calls = 0; calls < (maxCalls ?? Infinity); calls++) {
    const answer = await flush(request, options);
    if (answer.current_cursor >= position) return answer;
    if (answer.status === "idle") throw beyondJournal(answer);
    if (answer.current_cursor <= reached) throw standingStill();
    reached = answer.current_cursor;
  }
  throw outOfCalls(reached);
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1;

const beyondJournal = ({ current_cursor, high_watermark }: FlushMemoryResponse): PowerContextError =>
  new PowerContextError({
    kind: "refused",
    code: "position_not_in_journal",
    message: "The position is beyond the journal of this scope. Name one that captureContentSource has answered.",
    details: { current_cursor, high_watermark },
  });

const standingStill = (): PowerContextError =>
  new PowerContextError({
    kind: "invalid_response",
    message: "The server says that it has processed a window, and its cursor has not moved.",
  });

const outOfCalls = (current_cursor: number): PowerContextError =>
  new PowerContextError({
    kind: "refused",
    code: "max_calls_reached",
    message: "The journal has not been read up to the position within maxCalls. Call again to read on.",
    details: { current_cursor },
  });
