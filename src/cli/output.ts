import { styleText } from "node:util";

import type { FailureReport } from "./failure.js";
import { terminalLine, terminalText } from "./terminal-text.js";

type Style = "bold" | "dim" | "green" | "yellow" | "red";
/** Puts a style on a text that is safe already. */
export type Paint = (style: Style, text: string) => string;

/** A stream as far as colour goes. */
interface Screen {
  readonly isTTY?: boolean;
  hasColors?(): boolean;
}

/** Styles for a terminal that shows colours; elsewhere, and whenever NO_COLOR is set, the text alone. */
export function painter(screen: Screen, noColor: boolean): Paint {
  if (noColor || screen.isTTY !== true || screen.hasColors?.() !== true) return (_, text) => text;
  return (style, text) => styleText(style, text, { validateStream: false });
}

/** Writes an answer: exactly as it came, or as lines for a person, which may hold stored text. */
export function print(answer: unknown, json: boolean, lines: () => readonly string[]): void {
  const shown = json ? [JSON.stringify(answer)] : lines();
  if (shown.length > 0) process.stdout.write(`${shown.join("\n")}\n`);
}

/** A remark beside the answer, for a person. */
export function remark(sentence: string): void {
  process.stderr.write(`${terminalText(sentence)}\n`);
}

/** One line on standard error. */
export function printFailure({ code, message, details, requestId }: FailureReport, json: boolean): void {
  const error = { code, message, details, request_id: requestId ?? null };
  const line = json ? JSON.stringify({ error }) : `powercontext: ${terminalLine(message)}${shownDetails(details)}`;
  process.stderr.write(`${line}\n`);
}

/** `current_revision: 4`, or which fields a request was refused for. */
function shownDetails(details: FailureReport["details"]): string {
  if (details === null) return "";
  const parts = Object.entries(details).flatMap(([name, value]) =>
    name === "errors" ? problems(value) : [named(name, value)],
  );
  return parts.length === 0 ? "" : ` (${terminalLine(parts.join("; "))})`;
}

const named = (name: string, value: unknown): string =>
  `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`;

function problems(errors: unknown): readonly string[] {
  if (!Array.isArray(errors)) return [named("errors", errors)];
  return errors.map(({ field, problem }: Readonly<Record<string, unknown>>) => `${String(field)} ${String(problem)}`);
}
