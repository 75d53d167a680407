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

function ofServer({ kind, code, message, details, requestId }: PowerContextError): FailureReport {
  const hint = HINTS[code ?? kind];
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
  runtime_not_ready: "Try again in a moment; `powercontext doctor` says what is missing.",
};
