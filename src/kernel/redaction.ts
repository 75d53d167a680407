/** A text without what must not be passed on, and how many places were taken out. */
export interface Redaction {
  readonly text: string;
  readonly count: number;
}

export const REDACTED = "[redacted]";

/**
 * Takes out `<private>` spans and what has the shape of a secret: keys and tokens of known services, JSON web tokens, private
 * key blocks, credentials in headers and URLs, values assigned to names such as API_KEY. What is not closed is taken out to
 * the end. Total, and linear in the length of the text. A shape is all it knows: a secret in plain words stays.
 */
export function redact(text: string): Redaction {
  let count = 0;
  const replaced = (): string => {
    count += 1;
    return REDACTED;
  };
  let current = withoutPrivateSpans(text, replaced);
  current = current.replace(PRIVATE_KEY_BLOCK, replaced);
  for (const shape of WHOLE_SECRETS) current = current.replace(shape, replaced);
  for (const shape of SECRETS_AFTER_A_NAME) {
    current = current.replace(shape, (_, name: string) => name + replaced());
  }
  return { text: current, count };
}

const PRIVATE_TAG = /<(\/?)private(?:\s[^<>]{0,200})?>/giu;

/** Spans may nest: a part inside another must not make the rest public. A closing tag without an opening one is text. */
function withoutPrivateSpans(text: string, replaced: () => string): string {
  let kept = "";
  let depth = 0;
  let from = 0;
  for (const tag of text.matchAll(PRIVATE_TAG)) {
    const closes = tag[1] === "/";
    if (!closes && depth === 0) kept += text.slice(from, tag.index) + replaced();
    if (closes && depth === 1) from = tag.index + tag[0].length;
    depth = Math.max(0, depth + (closes ? -1 : 1));
  }
  return depth > 0 ? kept : kept + text.slice(from);
}

const PRIVATE_KEY_BLOCK =
  /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|$)/gu;

// Every class below is either bounded or entered once a run of its own characters, which is what keeps the whole linear.
const WHOLE_SECRETS: readonly RegExp[] = [
  // AWS access key ids.
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA|AGPA|ANPA)[A-Z0-9]{16}(?![A-Za-z0-9])/gu,
  // Model providers: sk-…, sk-proj-…, sk-ant-…. A digit tells them from words with hyphens.
  /(?<![A-Za-z0-9])sk-(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{20,}/gu,
  // GitHub, GitLab, npm, PyPI, Hugging Face, DigitalOcean, Shopify, Vault, Google OAuth.
  /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{30,}/gu,
  /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{22,}/gu,
  /(?<![A-Za-z0-9])(?:glpat|gldt|glrt)-[A-Za-z0-9_-]{20,}/gu,
  /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36,}/gu,
  /(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{40,}/gu,
  /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,}/gu,
  /(?<![A-Za-z0-9])do[opr]_v1_[a-f0-9]{64}/gu,
  /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32,}/gu,
  /(?<![A-Za-z0-9])hv[sb]\.[A-Za-z0-9_-]{24,}/gu,
  /(?<![A-Za-z0-9])GOCSPX-[A-Za-z0-9_-]{20,}/gu,
  /(?<![A-Za-z0-9])ya29\.[A-Za-z0-9_-]{20,}/gu,
  // Slack tokens and web hooks.
  /(?<![A-Za-z0-9])(?:xox[a-z]|xapp)-[A-Za-z0-9-]{10,}/gu,
  /hooks\.slack\.com\/services\/[A-Za-z0-9/]{20,}/gu,
  // Google API keys, SendGrid, Stripe, Telegram, age.
  /(?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{35}/gu,
  /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/gu,
  /(?<![A-Za-z0-9])(?:[srp]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,}/gu,
  /(?<![A-Za-z0-9])[0-9]{8,10}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])/gu,
  /AGE-SECRET-KEY-1[0-9A-Z]{50,}/gu,
  // JSON web tokens.
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/gu,
];

const SECRET_NAME =
  "(?:secret(?:[_-]?(?:access[_-]?)?key)?|token|password|passwd|passphrase|pwd|api[_-]?key|access[_-]?key|private[_-]?key|" +
  "account[_-]?key|credentials?)";
/** `name = `, `name: `, `"name": "`, also within JSON inside JSON. */
const ASSIGNS = "\\\\{0,3}[\"']?\\s{0,4}(?:=>|:=|[:=])\\s{0,4}";
const NO_VALUE = "(?!(?:true|false|null|none|nil|undefined|process\\.env|os\\.environ|env)(?![A-Za-z0-9_-]))";
const QUOTED = "\\\\{0,3}([\"'`])";

const SECRETS_AFTER_A_NAME: readonly RegExp[] = [
  // The value of an Authorization header.
  /(\b(?:bearer|basic)\s{1,8})(?=[A-Za-z._~+/=-]{0,200}[0-9])[A-Za-z0-9._~+/=-]{12,}/giu,
  // user:password@ in a URL.
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#@:"'<>]{0,256}:[^\s/?#@"'<>]{1,512}(?=@)/giu,
  // A quoted value, to its closing quote or the end of the line.
  new RegExp(
    `(${SECRET_NAME}[0-9]{0,4}${ASSIGNS}${QUOTED})(?!\\2|\\[redacted\\])(?:(?!\\2)[^\\r\\n\\\\]|\\\\(?![\\\\"'nr])){3,}`,
    "giu",
  ),
  // NAME=value without blanks: a shell, an .env file, a query string.
  new RegExp(`(${SECRET_NAME}[0-9]{0,4}=)${NO_VALUE}[^\\s"'\`,;&|<>(){}[\\]]{4,}(?![(\\w])`, "giu"),
  // In prose and configuration a value without quotes is taken for one only if it has a digit.
  new RegExp(
    `(${SECRET_NAME}[0-9]{0,4}(?:${ASSIGNS}|\\s{1,4}(?:is|was)\\s{1,4}))${NO_VALUE}(?=[^\\s0-9,;]{0,200}[0-9])` +
      `[^\\s"'\`,;|<>(){}[\\]]{6,}(?![(\\w])`,
    "giu",
  ),
];
