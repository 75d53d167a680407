import fc from "fast-check";

import { HOST, SENTINEL, TOKEN } from "./words.js";

/** Bytes that no client of HTTP would send. */
export interface RawPlan {
  readonly kind: "raw";
  /** Each code unit is a byte. */
  readonly bytes: string;
}

const LINES = [
  "GET /health/live HTTP/1.1",
  "GET /health/live HTTP/1.0",
  "GET /health/live",
  "GET /health/live HTTP/2.0",
  "GET /health/live HTTP/1.9",
  "GET /health live HTTP/1.1",
  "get /health/live HTTP/1.1",
  "GET  /health/live HTTP/1.1",
  " GET /health/live HTTP/1.1",
  "GET\t/health/live\tHTTP/1.1",
  "GET /\u00e9\u00ff HTTP/1.1",
  "GET http://fuzz.example.org/v1/capabilities HTTP/1.1",
  "GET http:// HTTP/1.1",
  "OPTIONS * HTTP/1.1",
  "CONNECT example.com:443 HTTP/1.1",
  "PRI * HTTP/2.0",
  "POST /v1/memory/search HTTP/1.1",
  "POST /v1/memory/remember HTTP/1.1",
  "POST /mcp HTTP/1.1",
  `${SENTINEL} /v1/memory/search HTTP/1.1`,
  `POST /${SENTINEL}/${"a".repeat(20_000)} HTTP/1.1`,
  "",
];
const FIELDS = [
  `Host: ${HOST}`,
  `Host: ${SENTINEL}`,
  "Host:",
  `Authorization: Bearer ${TOKEN}`,
  `Authorization: Bearer ${SENTINEL}`,
  "Content-Type: application/json",
  "Content-Length: 2",
  "Content-Length: 0",
  "Content-Length: -1",
  "Content-Length: 2, 2",
  "Content-Length: 99999999999999999999",
  `Content-Length: ${SENTINEL}`,
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: chunked, identity",
  `Transfer-Encoding: ${SENTINEL}`,
  "Connection: keep-alive, Transfer-Encoding",
  "Upgrade: h2c",
  "Expect: 100-continue",
  "X-PowerContext-Request-ID: a\u0000b",
  "X-PowerContext-Request-ID: turn-4711",
  "X-Folded: a\r\n b",
  "X-Line: a\nb: c",
  `No-Colon ${SENTINEL}`,
  `: ${SENTINEL}`,
  "X-Space : a",
  `X-Large: ${"a".repeat(20_000)}`,
  "Trailer: X-After",
];
const BODIES = [
  ...[
    "",
    "{}",
    "{",
    "2\r\n{}\r\n0\r\n\r\n",
    "2\r\n{}\r\n0\r\nX-After: 1\r\n\r\n",
    "zz\r\n{}\r\n",
    "fffffffffffffffff\r\n{",
  ],
  ...[
    "2\n{}\n0\n\n",
    "2;ext=1\r\n{}\r\n0\r\n\r\n",
    "-1\r\n",
    "0\r\n\r\nGET /health/live HTTP/1.1\r\n\r\n",
    `{"a":"${SENTINEL}"}`,
  ],
];
const NO_HTTP = [
  "\u0016\u0003\u0001\u0002\u0000\u0001\u0000",
  "\u0000",
  "\r\n\r\n",
  SENTINEL,
  "HTTP/1.1 200 OK\r\n\r\n",
  "SSH-2.0-x\r\n",
];

const lines = fc.tuple(
  fc.constantFrom(...LINES),
  fc.subarray(FIELDS, { maxLength: 6 }),
  fc.constantFrom("\r\n", "\r\n", "\r\n", "\n", "\r"),
  fc.constantFrom(...BODIES),
);
const bytes = fc.oneof(
  {
    weight: 8,
    arbitrary: lines.map(([line, fields, end, body]) => [line, ...fields, "Connection: close", "", body].join(end)),
  },
  { weight: 1, arbitrary: fc.constantFrom(...NO_HTTP) },
  { weight: 1, arbitrary: fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)), maxLength: 200 }) },
);

export const rawPlan: fc.Arbitrary<RawPlan> = fc.record({ kind: fc.constant("raw"), bytes });
