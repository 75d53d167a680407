import { PowerContextError } from "../client/index.js";
import { StartError } from "../kernel/start-error.js";
import { EXIT, type ExitCode } from "./exit-codes.js";

/** The command line, or what it points to, is wrong. The message says what is right. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Something the command found out for itself. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface FailureReport {
  readonly exit: ExitCode;
  readonly code: string;
  /** One sentence or two, with what to do. */
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly requestId?: string | undefined;
}

export function failureReport(error: unknown): FailureReport {
  if (error instanceof PowerContextError) return ofServer(error);
  if (error instanceof UsageError) return { exit: EXIT.usage, code: "usage", message: error.message, details: null };
  if (error instanceof StartError) {
    return { exit: EXIT.usage, code: "settings", message: `${error.message} ${error.hint}`, details: null };
  }
  if (error instanceof CommandError)
    return { exit: EXIT.failed, code: error.code, message: error.message, details: null };
  const message = error instanceof Error ? error.message : String(error);
  return { exit: EXIT.failed, code: "failed", message, details: null };
}

/** What went wrong in one sentence for a person, without what to do about it. */
export function plainProblem(error: unknown): string {
  if (!(error instanceof PowerContextError)) return failureReport(error).message;
  return error.message.replace(POINTER, ".") + shownDetails(error.details ?? null);
}

/** `current_revision: 4`, or which fields a request was refused for, in brackets; empty when there is nothing to tell. */
export function shownDetails(details: FailureReport["details"]): string {
  if (details === null) return "";
  const parts = Object.entries(details).flatMap(([name, value]) =>
    name === "errors" ? problems(value) : [named(name, value)],
  );
  return parts.length === 0 ? "" : ` (${parts.join("; ")})`;
}

const named = (name: string, value: unknown): string =>
  `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`;

function problems(errors: unknown): readonly string[] {
  if (!Array.isArray(errors)) return [named("errors", errors)];
  return errors.map(({ field, problem }: Readonly<Record<string, unknown>>) => `${String(field)} ${String(problem)}`);
}

/** Where the server's sentence sends a program that has the JSON. A person is shown the fields. */
export const POINTER = /\. See details\.errors for each field\./u;

function ofServer({ kind, code, message, details, requestId, status }: PowerContextError): FailureReport {
  const byStatus = kind === "invalid_response" && status !== undefined ? STATUS_HINTS[status] : undefined;
  const hint = byStatus ?? HINTS[code ?? kind];
  return {
    exit: kind === "unreachable" || kind === "timeout" ? EXIT.unreachable : EXIT.failed,
    code: code ?? kind,
    message: hint === undefined ? message : `${message} ${hint}`,
    details: details ?? null,
    requestId,
  };
}

/** Where the person at the command line can do something that the server's or the client's sentence does not know of. */
const HINTS: Readonly<Record<string, string>> = {
  unreachable: "Start the server with `powercontext server run`, or name another with --server.",
  timeout: "Look with `powercontext doctor`, or wait longer with POWERCONTEXT_CLIENT_TIMEOUT.",
  invalid_response: "Check that the address is a PowerContext server: `powercontext doctor`.",
  unauthorized: "Set POWERCONTEXT_CLIENT_API_TOKEN to a token of this server.",
  overloaded: "Try again in a moment.",
  too_many_requests: "The server limits how often a token may ask: POWERCONTEXT_SERVER_HTTP_RATE_LIMIT_PER_MINUTE.",
  internal_error: "`powercontext doctor` says whether its parts are well.",
  inference_timeout: "Try again; the server's log says how long its model takes.",
  inference_unavailable: "Check the server's inference settings: `powercontext doctor` says what is missing.",
  generation_unavailable: "Set POWERCONTEXT_SERVER_INFERENCE_GENERATION_MODEL on the server.",
  runtime_not_ready: "Try again in a moment; `powercontext doctor` says what is missing.",
};

/** For answers of something in front of the server, which are not the server's own. */
export const STATUS_HINTS: Readonly<Record<number, string>> = {
  429: "Something in front of the server limits requests: wait, then try again.",
  500: "Something in front of the server, or the server, has failed: look into their logs.",
  502: "What stands in front of the server cannot reach it: look whether it runs.",
  503: "What stands in front of the server cannot reach it, or it is starting: wait, then try again.",
  504: "What stands in front of the server got no answer of it in time: look into its log.",
};
