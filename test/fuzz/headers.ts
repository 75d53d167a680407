import { HOST, SENTINEL, TOKEN } from "./words.js";

/** A list is sent as that many headers of one name. */
export type Headers = Readonly<Record<string, string | readonly string[]>>;

const PLAIN: Headers = {
  host: HOST,
  authorization: `Bearer ${TOKEN}`,
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const ID = "x-powercontext-request-id";

const without = (name: string): Headers => Object.fromEntries(Object.entries(PLAIN).filter(([key]) => key !== name));

const types = (values: readonly string[]): Readonly<Record<string, Headers>> =>
  Object.fromEntries(values.map((type) => [`content-type ${type}`, { ...PLAIN, "content-type": type }]));

const accepts = (values: readonly string[]): Readonly<Record<string, Headers>> =>
  Object.fromEntries(values.map((accept) => [`accept ${accept}`, { ...PLAIN, accept }]));

/** Everything beside the body that a request may carry, right and wrong, by a name that says what is special about it. */
export const HEADER_SETS: Readonly<Record<string, Headers>> = {
  plain: PLAIN,
  "no content type": without("content-type"),
  ...types([
    "application/json; charset=utf-8",
    'APPLICATION/JSON ;charset="UTF-8"',
    "application/json; charset=utf-16",
  ]),
  ...types(["text/plain", "application/json-patch+json", `application/${SENTINEL}`, "multipart/form-data; boundary=x"]),
  ...types(["", ";", "application/json;charset=utf-8;charset=latin1", "application/x-www-form-urlencoded"]),
  "no accept": without("accept"),
  ...accepts(["*/*", "text/html", "application/json;q=0", `${SENTINEL}/${SENTINEL}`, ",,;q", "text/event-stream"]),
  "no token": without("authorization"),
  "another token": { ...PLAIN, authorization: `Bearer ${SENTINEL}` },
  "another scheme": { ...PLAIN, authorization: `Basic ${SENTINEL}` },
  "an empty token": { ...PLAIN, authorization: "Bearer " },
  "two tokens": { ...PLAIN, authorization: `Bearer ${TOKEN}, Bearer ${TOKEN}` },
  "a scheme in small letters": { ...PLAIN, authorization: `bearer ${TOKEN}` },
  "a foreign host": { ...PLAIN, host: `${SENTINEL}.example.com` },
  "an empty host": { ...PLAIN, host: "" },
  "a host with a port": { ...PLAIN, host: `${HOST}:99999` },
  "an address as host": { ...PLAIN, host: "[::1]:8000" },
  "a host that is none": { ...PLAIN, host: `a b@${SENTINEL}` },
  "a foreign origin": { ...PLAIN, origin: `https://${SENTINEL}.example.com` },
  "no one's origin": { ...PLAIN, origin: "null" },
  "its own origin": { ...PLAIN, origin: "http://localhost:3000" },
  "a request id": { ...PLAIN, [ID]: "turn-4711" },
  "a request id at its longest": { ...PLAIN, [ID]: "a".repeat(128) },
  "a request id too long": { ...PLAIN, [ID]: "a".repeat(129) },
  "a request id of another form": { ...PLAIN, [ID]: `${SENTINEL} ${SENTINEL}` },
  "an empty request id": { ...PLAIN, [ID]: "" },
  "a request id outside of ASCII": { ...PLAIN, [ID]: "caf\u00e9" },
  "two request ids": { ...PLAIN, [ID]: ["one", "two"] },
  chunked: { ...PLAIN, "transfer-encoding": "chunked" },
  compressed: { ...PLAIN, "content-encoding": "gzip" },
  "an unknown encoding": { ...PLAIN, "content-encoding": SENTINEL },
  "the promise to wait": { ...PLAIN, expect: "100-continue" },
  "an expectation": { ...PLAIN, expect: SENTINEL },
  "a closing connection": { ...PLAIN, connection: "close" },
  "an upgrade": { ...PLAIN, connection: "upgrade", upgrade: "websocket" },
  "another method": { ...PLAIN, "x-http-method-override": "DELETE" },
  "a trace": { ...PLAIN, traceparent: `00-${"1".repeat(32)}-${"2".repeat(16)}-01`, tracestate: "a=b" },
  "a trace that is none": { ...PLAIN, traceparent: `00-${SENTINEL}-zz-99`, tracestate: ",,=,", baggage: SENTINEL },
  "forwarded names": { ...PLAIN, "x-forwarded-host": SENTINEL, "x-forwarded-for": "::1", forwarded: "for=_x;host=y" },
  "a session": { ...PLAIN, "mcp-session-id": SENTINEL },
  "an old protocol": { ...PLAIN, "mcp-protocol-version": "2024-11-05" },
  "an unknown protocol": { ...PLAIN, "mcp-protocol-version": SENTINEL },
  "another method of the protocol": { ...PLAIN, "mcp-protocol-version": "2026-07-28", "mcp-method": SENTINEL },
  "a cookie": { ...PLAIN, cookie: `a=${SENTINEL}; b="` },
  "a range": { ...PLAIN, range: "bytes=0-", "if-none-match": "*", "if-modified-since": SENTINEL },
  "many headers": { ...PLAIN, ...Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`x-${String(n)}`, "1"])) },
  "large headers": { ...PLAIN, "x-large": "a".repeat(15_000) },
};

export function headersOf(name: string): Headers {
  return HEADER_SETS[name] ?? PLAIN;
}
