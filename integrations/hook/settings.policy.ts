import type { Environment } from "../../src/checkout/environment.js";
import type { Host } from "./host.js";
import { parseServerUrl } from "./server-url.policy.js";
import { isBlank } from "./text.policy.js";

export const DEFAULT_BUDGET_MS = 4_000;
const DEFAULT_REQUEST_TIMEOUT_MS = 1_000;
const DEFAULT_FLUSH_CALLS = 4;
const MOST_FLUSH_CALLS = 16;
/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

export interface Settings {
  readonly serverUrl: string;
  /** The whole header value. */
  readonly authorization: string | undefined;
  readonly scopeId: string | undefined;
  readonly capturePrompts: boolean;
  readonly flushOnCapture: boolean;
  readonly flushMaxCalls: number;
  readonly requestTimeoutMs: number;
  /** Of the whole turn, from the start of the process. */
  readonly budgetMs: number;
}

/** @returns undefined when any setting is invalid: a hook that is set up wrongly does nothing at all. */
export function parseSettings(host: Host, environment: Environment): Settings | undefined {
  try {
    return settingsOf(host, environment);
  } catch {
    return undefined;
  }
}

function settingsOf(host: Host, environment: Environment): Settings {
  const own = (name: string): string | undefined => environment[host.prefix + name];
  return {
    serverUrl: required(parseServerUrl(required(host.serverUrl(environment)))),
    authorization: authorizationOf(own("AUTHORIZATION")),
    scopeId: given(own("SCOPE_ID"))?.trim(),
    capturePrompts: truthOf(own("CAPTURE_PROMPTS") ?? given(environment[host.captureOption ?? ""]), true),
    flushOnCapture: truthOf(own("FLUSH_ON_CAPTURE"), false),
    flushMaxCalls: countOf(own("FLUSH_MAX_CALLS"), DEFAULT_FLUSH_CALLS),
    requestTimeoutMs: millisecondsOf(own("REQUEST_TIMEOUT_SECONDS"), DEFAULT_REQUEST_TIMEOUT_MS),
    budgetMs: millisecondsOf(own("HTTP_BUDGET_SECONDS"), DEFAULT_BUDGET_MS),
  };
}

/** A text that was left empty is one that was not set. */
function given(value: string | undefined): string | undefined {
  return value === undefined || isBlank(value) ? undefined : value;
}

function authorizationOf(value: string | undefined): string | undefined {
  return given(value) === undefined ? undefined : required(/^bearer [\x21-\x7e]+$/i.exec(value ?? "")?.[0]);
}

function truthOf(value: string | undefined, unset: boolean): boolean {
  if (value === undefined) return unset;
  const word = value.trim().toLowerCase();
  if (["1", "true", "yes", "on"].includes(word)) return true;
  if (["0", "false", "no", "off"].includes(word)) return false;
  throw new InvalidSetting();
}

function countOf(value: string | undefined, unset: number): number {
  if (value === undefined) return unset;
  const count = Number(required(/^\d+$/.exec(value.trim())?.[0]));
  if (count < 1 || count > MOST_FLUSH_CALLS) throw new InvalidSetting();
  return count;
}

function millisecondsOf(value: string | undefined, unset: number): number {
  if (value === undefined) return unset;
  const seconds = Number(required(/^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.exec(value.trim())?.[0]));
  if (!(seconds > 0 && Number.isFinite(seconds))) throw new InvalidSetting();
  return Math.min(seconds * 1_000, LONGEST_MS);
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new InvalidSetting();
  return value;
}

/** Names nothing: values may be secrets, and the hook has one line to say. */
class InvalidSetting extends Error {}
