import { violations } from "../support/contract.js";

/** Why a body must not be let in; undefined for one that satisfies its component and can be kept as it is. */
export function whyRefused(component: string, body: unknown): string | undefined {
  const [wrong] = violations(component, body);
  return wrong ?? (losesSomething(body) ? "a value is lost" : undefined);
}

/** Whether a text, a key or a number in it would come back as another. */
function losesSomething(value: unknown): boolean {
  if (typeof value === "string") return !value.isWellFormed();
  if (typeof value === "number")
    return Number.isInteger(value) ? !Number.isSafeInteger(value) : !Number.isFinite(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => losesSomething(key) || losesSomething(inner));
}
