import type { OPERATIONS } from "./generated/contract.js";
import type * as Wire from "./generated/wire.js";

/** An answer whose form is right, and what it answers. */
export interface Answered<Request, Answer> {
  readonly request: Request;
  readonly status: number;
  readonly answer: Answer;
}

type Check = (answered: Answered<never, never>) => string | undefined;

const CHECKS: Partial<Readonly<Record<keyof typeof OPERATIONS, Check>>> = {
  get_readiness: problemOfReadiness,
  capture_content_source: problemOfReceipt,
  flush_memory: problemOfFlush,
  search_memory: problemOfSearch,
  prepare_context: problemOfPack,
};

/** What the contract says of this answer and a schema cannot: the first thing wrong, as of a schema, or undefined. */
export function problemBeyondSchema(
  id: keyof typeof OPERATIONS,
  answered: Answered<unknown, unknown>,
): string | undefined {
  return CHECKS[id]?.(answered as Answered<never, never>);
}

function problemOfReadiness({ status, answer }: Answered<unknown, Wire.ReadinessResponse>): string | undefined {
  return (status === 503) === (answer.status === "not_ready") ? undefined : "status: is not_ready exactly under 503";
}

function problemOfReceipt({
  request,
  answer,
}: Answered<Wire.CaptureContentSourceRequest, Wire.CaptureContentSourceResponse>): string | undefined {
  return answer.source.source_id === request.source_id ? undefined : "source.source_id: is not the one of the request";
}

function problemOfFlush({ answer }: Answered<unknown, Wire.FlushMemoryResponse>): string | undefined {
  const { status, previous_cursor, current_cursor, high_watermark, processed_source_count, memory } = answer;
  if (current_cursor > high_watermark) return "current_cursor: is beyond high_watermark";
  if (processed_source_count !== current_cursor - previous_cursor) {
    return "processed_source_count: is not what the cursor has moved by";
  }
  if ((status === "processed") !== current_cursor > previous_cursor) {
    return "status: is processed exactly when the cursor has moved";
  }
  return status === "idle" && memory !== null ? "memory: is null when the status is idle" : undefined;
}

/** What a request without `limit` asks for. */
const DEFAULT_LIMIT = 10;

function problemOfSearch({
  request: { limit = DEFAULT_LIMIT },
  answer: { memory, mode, hits },
}: Answered<Wire.SearchMemoryRequest, Wire.SearchMemoryResponse>): string | undefined {
  if ((mode === null) !== (memory === null)) return "mode: is null exactly when memory is null";
  if (memory === null && hits.length > 0) return "hits: are none when memory is null";
  if (hits.length > limit) return "hits: are more than limit";
  const distinct = new Set(hits.map(({ citation }) => citation.entry_id));
  return distinct.size === hits.length ? undefined : "hits: has an entry twice";
}

/** What a request without `max_bytes` asks for. */
const DEFAULT_MAX_BYTES = 8000;

function problemOfPack({
  request: { max_bytes = DEFAULT_MAX_BYTES },
  answer: { status, content, content_bytes },
}: Answered<Wire.PrepareContextRequest, Wire.PreparedContext>): string | undefined {
  if ((content === null) !== (status === "empty")) return "content: is null exactly when the status is empty";
  if (content === "") return "content: is empty under the status ready";
  const bytes = new TextEncoder().encode(content ?? "").length;
  if (bytes !== content_bytes) return "content_bytes: is not the length of content";
  return bytes > max_bytes ? "content: is longer than max_bytes" : undefined;
}
