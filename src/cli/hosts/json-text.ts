import { createScanner, findNodeAtLocation, type Node, type ParseError, parseTree, SyntaxKind } from "jsonc-parser";

import { lineEnd, type Splice } from "./config-entry.js";

export type JsonPath = readonly (string | number)[];

/** JSON with comments and trailing commas, as the hosts' own editors leave it behind. Undefined when it is malformed. */
export function parseJsonText(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  return errors.length === 0 ? root : undefined;
}

export function nodeAt(root: Node, path: JsonPath): Node | undefined {
  return findNodeAtLocation(root, [...path]);
}

export interface PlacedSplice extends Splice {
  readonly offset: number;
}

/**
 * Puts a member at the end of a container, laid out as its neighbours are. Comments behind the last neighbour stay behind it.
 *
 * @param key the member's name in an object; undefined in an array.
 */
export function appended(text: string, container: Node, key: string | undefined, value: unknown): PlacedSplice {
  const last = container.children?.at(-1);
  const offset = last === undefined ? container.offset + 1 : last.offset + last.length;
  const rest = text.slice(offset, container.offset + container.length - 1);
  const tail = rest.replace(/[ \t\r\n]+$/, "");
  const head = last === undefined || commaIn(tail) ? tail : `,${tail}`;
  const name = key === undefined ? "" : `${JSON.stringify(key)}: `;
  if (staysOnOneLine(text, container)) {
    const gap = head === "" ? "" : " ";
    return { offset, before: tail, after: `${head}${gap}${name}${JSON.stringify(value)}` };
  }
  const end = lineEnd(text);
  const indent = memberIndent(text, container);
  const lines = JSON.stringify(value, undefined, indentUnit(text)).replaceAll("\n", end + indent);
  const closing = /[\r\n]/.test(rest.slice(tail.length)) ? "" : end + indentAt(text, container.offset);
  return { offset, before: tail, after: `${head}${end}${indent}${name}${lines}${closing}` };
}

function memberIndent(text: string, container: Node): string {
  const first = container.children?.[0];
  if (first !== undefined && startsItsLine(text, first.offset)) return indentAt(text, first.offset);
  return indentAt(text, container.offset) + indentUnit(text);
}

/** Takes a property or an element out with one comma, and with its line when it is alone there; comments around it stay. */
export function without(text: string, member: Node): string {
  const siblings = member.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(member) - 1];
  const memberEnd = member.offset + member.length;
  const commaBehind = commaAt(text, memberEnd);
  const commaBefore = previous === undefined ? undefined : commaAt(text, previous.offset + previous.length);

  const rest =
    commaBehind === undefined
      ? text.slice(memberEnd)
      : text.slice(memberEnd, commaBehind) + text.slice(commaBehind + 1);
  // The line break before it may end a comment, so it goes only when another one follows.
  const blank = /^[ \t]*\r?\n/.test(rest) ? /(?:\r?\n)?[ \t]*$/ : /[ \t]*$/;
  const kept = text.slice(0, member.offset).replace(blank, "");
  if (commaBehind !== undefined || commaBefore === undefined) return kept + rest;
  return kept.slice(0, commaBefore) + kept.slice(commaBefore + 1) + rest;
}

/** Where the next token is a comma; comments and white space are skipped. */
function commaAt(text: string, from: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  return scanner.scan() === SyntaxKind.CommaToken ? scanner.getTokenOffset() : undefined;
}

function commaIn(trivia: string): boolean {
  return commaAt(trivia, 0) !== undefined;
}

function staysOnOneLine(text: string, container: Node): boolean {
  if (/[\r\n]/.test(text.slice(container.offset, container.offset + container.length))) return false;
  if ((container.children ?? []).length > 0) return true;
  return container.parent !== undefined && !/[\r\n]/.test(text.trim());
}

function indentUnit(text: string): string {
  return /^\s*\{[^\S\r\n]*\r?\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}

function startsItsLine(text: string, offset: number): boolean {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return text.slice(lineStart, offset).trim() === "";
}
