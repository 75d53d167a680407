import fc from "fast-check";

import { type ContractOperation, operations } from "../support/contract.js";
import { SENTINEL } from "./words.js";

/** A method and a path that are, at most, next to one of the contract. */
export interface RoutePlan {
  readonly kind: "route";
  readonly method: string;
  readonly path: string;
}

const METHODS = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "QUERY",
  "get",
  "FOO",
];
const PATHS = [...operations.map(({ path }) => path), "/mcp", "/mcp/"];
const NOWHERE = [
  ...["/", "//", "/v1", "/v1/", "/health", "/v2/context/prepare", "/.env", "/../etc/passwd", "/v1/../v1/capabilities"],
  ...["/%", "/%zz", "/%ff", "/%00", "/%2e%2e%2f", "/v1/%", "/;a=b", `/${SENTINEL}`, `/v1/memory/${SENTINEL}`, "*"],
];
const CHANGES: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}?scope_id=${SENTINEL}&a[]=1&a[]=2&=`,
  (path) => `${path}?%ff=%`,
  (path) => `${path}/${SENTINEL}`,
  (path) => path.toUpperCase(),
  (path) => `/${path}`,
  (path) => path.slice(0, -1),
  (path) => path.replace(/[a-z]$/u, (last) => `%${last.charCodeAt(0).toString(16)}`),
  (path) => path.replace("/", "%2f"),
  (path) => `${path};a=b`,
  (path) => `${path}%20`,
  (path) => `${path}#${SENTINEL}`,
  (path) => `http://fuzz.example.org${path}`,
];

export const routePlan: fc.Arbitrary<RoutePlan> = fc.record({
  kind: fc.constant("route"),
  method: fc.constantFrom(...METHODS),
  path: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(fc.constantFrom(...PATHS), fc.constantFrom(...CHANGES)).map(([path, change]) => change(path)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...NOWHERE) },
    { weight: 1, arbitrary: fc.webPath().map((path) => `/${path.replaceAll("'", "")}`) },
  ),
});

/** The operation that answers under this path. */
export function operationAt(method: string, target: string): ContractOperation | undefined {
  const wanted = method === "HEAD" ? "get" : method.toLowerCase();
  const path = pathOf(target);
  return operations.find((one) => one.method === wanted && one.path === path);
}

export function isMcp(method: string, target: string): boolean {
  return method === "POST" && pathOf(target) === "/mcp";
}

/** What the router makes equal is equal here: escapes, and one final slash. */
function pathOf(target: string): string {
  const path = /^(?:https?:\/\/[^/]*)?([^?#]*)/iu.exec(target)?.[1] ?? "";
  try {
    return decodeURI(path).replace(/(?<=.)\/$/u, "");
  } catch {
    return path;
  }
}
