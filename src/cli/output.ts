import { styleText } from "node:util";

import { visibleJson } from "../kernel/visible-json.js";
import { type FailureReport, POINTER, shownDetails } from "./failure.js";
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

/** Writes an answer: as JSON with the values that came, or as lines for a person, which may hold stored text. */
export function print(answer: object | undefined, json: boolean, lines: () => readonly string[]): void {
  const shown = json && answer !== undefined ? [visibleJson(answer)] : lines();
  if (shown.length > 0) process.stdout.write(`${shown.join("\n")}\n`);
}

/** A remark beside the answer, for a person. */
export function remark(sentence: string): void {
  process.stderr.write(`${terminalText(sentence)}\n`);
}

/** One line on standard error. */
export function printFailure({ code, message, details, requestId }: FailureReport, json: boolean): void {
  const error = { code, message, details, request_id: requestId ?? null };
  const sentence = message.replace(POINTER, ".") + shownDetails(details);
  const line = json ? visibleJson({ error }) : `powercontext: ${terminalLine(sentence)}`;
  process.stderr.write(`${line}\n`);
}
