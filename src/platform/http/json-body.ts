import { isUtf8 } from "node:buffer";

import type { FieldProblem } from "../../kernel/domain-error.js";
import { dottedPath } from "./contract/field-problems.js";
import { unreadableRequest } from "./error-response.js";

/** Containers within containers: the request object and the 64 levels that metadata may have. */
const MAX_DEPTH = 1 + 64;

/**
 * Reads a body as JSON without the leniencies of a decoder: no replacement characters, no byte order mark, no number
 * that lost its value on the way, no text that cannot be written as UTF-8 again. Of two equal keys the last wins.
 *
 * @throws DomainError `invalid_request`
 */
export function parseJsonBody(body: unknown): unknown {
  return keptWhole(decodeJson(body));
}

/** The first half: bytes to JSON whose values nobody has looked at. @throws DomainError `invalid_request` */
export function decodeJson(body: unknown): unknown {
  if (!Buffer.isBuffer(body) || body.length === 0) throw unreadableRequest("is missing: send a JSON object");
  if (!isUtf8(body)) throw unreadableRequest("is not valid UTF-8");
  return parseJson(body.toString("utf8"));
}

/** The second half: the same value, when all of it can be stored and sent again. @throws DomainError `invalid_request` */
export function keptWhole(json: unknown): unknown {
  const problem = valueProblem(json);
  if (problem !== undefined) throw unreadableRequest(problem.problem, problem.field);
  return json;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unreadableRequest("is not valid JSON");
  }
}

interface Place {
  readonly key: string | number;
  readonly inside: Place | undefined;
}

interface Container {
  readonly value: object;
  readonly place: Place | undefined;
  readonly depth: number;
}

/** Walks with its own stack, because ten thousand nested arrays would overflow the call stack. */
function valueProblem(json: unknown): FieldProblem | undefined {
  if (!isContainer(json)) return undefined;
  const waiting: Container[] = [{ value: json, place: undefined, depth: 1 }];
  for (let container = waiting.pop(); container !== undefined; container = waiting.pop()) {
    if (container.depth > MAX_DEPTH) {
      return { field: dottedPath(keysTo(container.place).slice(0, 1)), problem: "is nested deeper than 64 levels" };
    }
    const problem = walk(container, waiting);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function walk(container: Container, waiting: Container[]): FieldProblem | undefined {
  for (const [key, value] of entriesOf(container.value)) {
    const place = { key, inside: container.place };
    const problem = isWellFormed(key) ? scalarProblem(value) : "has a key with a lone surrogate";
    if (problem !== undefined) return { field: dottedPath(keysTo(place)), problem };
    if (isContainer(value)) waiting.push({ value, place, depth: container.depth + 1 });
  }
  return undefined;
}

function scalarProblem(value: unknown): string | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : "has a lone surrogate";
  if (typeof value !== "number") return undefined;
  if (!Number.isFinite(value)) return "is a number out of range";
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? "is an integer out of the safe range" : undefined;
}

function entriesOf(value: object): Iterable<readonly [string | number, unknown]> {
  return Array.isArray(value) ? value.entries() : Object.entries(value);
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;
const isWellFormed = (key: string | number): boolean => typeof key === "number" || key.isWellFormed();

function keysTo(place: Place | undefined): readonly string[] {
  const keys: string[] = [];
  for (let at = place; at !== undefined; at = at.inside) keys.unshift(String(at.key));
  return keys;
}
