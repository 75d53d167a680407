import type { ModelFault } from "./inference-error.js";

/**
 * - `repeatable`  the same request may succeed, after `waitMs`; `hasAnswered` unless the connection failed
 * - `form`        the provider does not know some part of the request
 * - `final`       it will not succeed
 */
export type ProviderFailure =
  | { readonly kind: "repeatable"; readonly waitMs: number; readonly hasAnswered: boolean }
  | { readonly kind: "form" }
  | { readonly kind: "final"; readonly fault: ModelFault };

const DEFAULT_WAIT_MS = 500;

const REFUSED_FORM: ReadonlySet<number> = new Set([400, 422]);
/** No key, no right, no such model. */
const REFUSED_CALLER: ReadonlySet<number> = new Set([401, 403, 404]);
const PASSING: ReadonlySet<number> = new Set([408, 409, 429]);

/** What to make of an error of the provider's client. Looks at its status and at one header; everything else is foreign text. */
export function providerFailure(error: unknown): ProviderFailure {
  const status = numberIn(error, "statusCode");
  if (status === undefined) return { kind: "repeatable", waitMs: DEFAULT_WAIT_MS, hasAnswered: false };
  if (REFUSED_FORM.has(status)) return { kind: "form" };
  if (REFUSED_CALLER.has(status)) return { kind: "final", fault: "misconfigured" };
  if (isPassing(status)) {
    return { kind: "repeatable", waitMs: retryAfterMs(error) ?? DEFAULT_WAIT_MS, hasAnswered: true };
  }
  return { kind: "final", fault: "unavailable" };
}

/** A 2xx is an answer that is not what the wire promises. */
function isPassing(status: number): boolean {
  return status < 400 || status >= 500 || PASSING.has(status);
}

/** Only the form in seconds: a date would be read with a clock that the provider does not share. */
function retryAfterMs(error: unknown): number | undefined {
  const headers: unknown = property(error, "responseHeaders");
  const value = property(headers, "retry-after");
  return typeof value === "string" && /^\d{1,6}(?:\.\d{1,3})?$/.test(value) ? Number(value) * 1_000 : undefined;
}

function numberIn(value: unknown, name: string): number | undefined {
  const found = property(value, name);
  return typeof found === "number" ? found : undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
