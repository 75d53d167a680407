import { visibleText } from "./invisible.js";
import { keyFragments, type Span } from "./key-fragments.js";
import { SECRETS_AFTER_A_NAME, WHOLE_SECRETS } from "./secret-shapes.js";

/** A text without what must not be passed on, and how many places were taken out. */
export interface Redaction {
  readonly text: string;
  readonly count: number;
}

export const REDACTED = "[redacted]";

/**
 * Takes out `<private>` spans and what has the shape of a secret: keys and tokens of known services, JSON web tokens, private
 * key blocks and what a cut has left of them, credentials in headers, cookies, URLs and command lines, values assigned to names
 * such as API_KEY. What is not closed is taken out to the end. Invisible characters go first (visibleText), and full-width characters are read as their
 * narrow forms, so that nothing hides behind either. Total, and linear in the length of the text. A shape is all it knows: a
 * secret in plain words stays.
 */
export function redact(text: string): Redaction {
  let current = readable(visibleText(text));
  let count = 0;
  const takeOut = (spans: readonly Span[]): void => {
    count += spans.length;
    current = without(current, spans);
  };
  takeOut(privateSpans(current.read));
  takeOut(keyFragments(current.read));
  for (const shape of WHOLE_SECRETS) takeOut(spansOf(current.read, shape));
  takeOut(urlCredentials(current.read));
  for (const shape of SECRETS_AFTER_A_NAME) takeOut(spansOf(current.read, shape));
  return { text: current.written, count };
}

/** A text and, of the same length, the form in which shapes are looked for. */
interface Readable {
  readonly written: string;
  readonly read: string;
}

const WIDE = /[\u3000\uff01-\uff5e]/gu;
const WIDE_OFFSET = 0xfee0;

function readable(written: string): Readable {
  const narrow = (wide: string): string =>
    wide === "\u3000" ? " " : String.fromCharCode(wide.charCodeAt(0) - WIDE_OFFSET);
  return { written, read: written.replace(WIDE, narrow) };
}

function without({ written, read }: Readable, spans: readonly Span[]): Readable {
  if (spans.length === 0) return { written, read };
  const left = replaced(written, spans);
  return { written: left, read: read === written ? left : replaced(read, spans) };
}

function replaced(text: string, spans: readonly Span[]): string {
  let kept = "";
  let from = 0;
  for (const span of spans) {
    kept += text.slice(from, span.from) + REDACTED;
    from = span.to;
  }
  return kept + text.slice(from);
}

/** A group called `name` is what stands before the secret and stays. */
function spansOf(text: string, shape: RegExp): readonly Span[] {
  return Array.from(text.matchAll(shape), (match) => ({
    from: match.index + (match.groups?.["name"] ?? "").length,
    to: match.index + match[0].length,
  }));
}

const OPENS = "(?:<|&lt;|&#0{0,4}60;|&#x0{0,4}3c;|\\\\u003c)";
const CLOSES = "(?:>|&gt;|&#0{0,4}62;|&#x0{0,4}3e;|\\\\u003e)";
/** Blanks before the name only where nothing follows it: `a < private && b > c` is a comparison. */
const PRIVATE_TAG = new RegExp(
  `${OPENS}(?:(?:\\\\{0,2}/)?private(?:\\s(?:(?!${CLOSES})[^<>]){0,200})?|` +
    `\\s{0,8}(?:\\\\{0,2}/)?\\s{0,8}private\\s{0,8})${CLOSES}`,
  "giu",
);

const CLOSING = /^[^p]*\//iu;

/** Spans may nest: a part inside another must not make the rest public. A closing tag without an opening one is text. */
function privateSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  let depth = 0;
  let from = 0;
  for (const tag of text.matchAll(PRIVATE_TAG)) {
    const closes = CLOSING.test(tag[0]);
    if (!closes && depth === 0) from = tag.index;
    if (closes && depth === 1) spans.push({ from, to: tag.index + tag[0].length });
    depth = Math.max(0, depth + (closes ? -1 : 1));
  }
  return depth > 0 ? [...spans, { from, to: text.length }] : spans;
}

const URL_RUN = /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'`<>]+/giu;
const SCHEME = /(?<scheme>[a-z][a-z0-9+.-]{0,20}):\/\//giu;
/** A user and the begin of a password, which is no port of a web address. scp-like git addresses have no password. */
const WEB_USER = /(?!git@)[^\s/?:[]{0,256}:(?![0-9]{1,5}(?:[/?#]|$))/uy;
const OTHER_USER = /(?!git@)[^\s/?:[]{0,256}:/uy;

/**
 * user:password before the @ of a URL. People write both as they are (`root@tenant#cluster`, passwords with / # @), so all up
 * to the last @ of the run is taken for them.
 */
function urlCredentials(text: string): readonly Span[] {
  return Array.from(text.matchAll(URL_RUN)).flatMap((run) => {
    const end = run[0].lastIndexOf("@");
    const from = end < 0 ? undefined : credentialsStart(run[0].slice(0, end));
    return from === undefined ? [] : [{ from: run.index + from, to: run.index + end }];
  });
}

function credentialsStart(beforeHost: string): number | undefined {
  for (const { 0: prefix, index, groups } of beforeHost.matchAll(SCHEME)) {
    const user = /^(?:https?|wss?)$/iu.test(groups?.["scheme"] ?? "") ? WEB_USER : OTHER_USER;
    user.lastIndex = index + prefix.length;
    if (user.test(beforeHost)) return index + prefix.length;
  }
  return undefined;
}
