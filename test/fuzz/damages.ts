import { SENTINEL } from "./words.js";

/** What becomes of the encoded body: which of the ways, and where. */
export interface Damage {
  readonly way: number;
  readonly at: number;
}

type Way = (body: Buffer, at: number) => Buffer;

const insert =
  (...bytes: readonly number[]): Way =>
  (body, at) =>
    Buffer.concat([body.subarray(0, at), Buffer.from(bytes), body.subarray(at)]);
const whole =
  (text: string): Way =>
  () =>
    Buffer.from(text);
/** The limit of a body, and one byte over it. */
const filledUpTo =
  (bytes: number): Way =>
  (body) =>
    Buffer.concat([body, Buffer.alloc(Math.max(0, bytes - body.length), 0x20)]);

/** Ways are as rare as they are costly: the two large ones stand once among many. */
const WAYS: readonly Way[] = [
  (body, at) => body.subarray(0, at),
  (body, at) => body.subarray(at),
  insert(0xff),
  insert(0xc3),
  insert(0xed, 0xa0, 0x80),
  insert(0xf4, 0x90, 0x80, 0x80),
  insert(0xc0, 0x80),
  insert(0x00),
  insert(0x5c),
  insert(0x22),
  insert(0x7b, 0x5b),
  insert(0x0d, 0x0a),
  (body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]),
  (body) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(body.toString("utf8"), "utf16le")]),
  (body) => Buffer.concat([body, body]),
  (body) => Buffer.concat([body, Buffer.from(` ${SENTINEL}`)]),
  (body) => twice(body, '"scope_id":"other",'),
  (body) => twice(body, `"scope_id":${JSON.stringify(SENTINEL)},"scope_id":null,`),
  (body) => twice(body, '"__proto__":{"scope_id":"x"},'),
  (body) => twice(body, '/* comment */ "a":1,'),
  (body) => Buffer.from(body.toString("utf8").replaceAll('"', "'")),
  (body) => Buffer.from(body.toString("utf8").replace(/\}$/u, ",}")),
  (body) => Buffer.from(body.toString("utf8").replaceAll(",", ",,")),
  (body) => Buffer.from(`[${body.toString("utf8")}]`),
  (body) => Buffer.from(JSON.stringify(body.toString("utf8"))),
  (body, at) => Buffer.from(body.map((byte, index) => (index === at ? byte ^ 0x20 : byte))),
  (body, at) => Buffer.from(body.map((byte, index) => (index === at ? byte ^ 0x80 : byte))),
  ...[
    "",
    " ",
    "null",
    "[]",
    "{}",
    "5",
    '"a"',
    "true",
    "{",
    "]",
    SENTINEL,
    "\u0000",
    "a=1&b=2",
    "[".repeat(100_000),
  ].map(whole),
  ...["", '{"a":', '{"a":{}', "NaN", "-", '"\\ud800"', "{'a':1}", '{"another":1}'].map(whole),
  filledUpTo(4 * 1024 * 1024),
  filledUpTo(4 * 1024 * 1024 + 1),
];

export function damaged(body: Buffer, { way, at }: Damage): Buffer {
  const does = WAYS[way % WAYS.length];
  return does === undefined ? body : does(body, at % (body.length + 1));
}

/** The object with these members before its own. */
function twice(body: Buffer, members: string): Buffer {
  return Buffer.from(body.toString("utf8").replace(/^\{/u, `{${members}`));
}
