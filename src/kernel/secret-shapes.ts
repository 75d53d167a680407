// Every class below is either bounded or entered once a run of its own characters, which is what keeps the whole linear.

/** What the BEGIN and END of a private key name. */
export const PRIVATE_KEY = "(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?";
const privateKeyMark = (mark: string): string => `-{4,5} ?${mark} ${PRIVATE_KEY} ?-{4,5}`;

/** What is a secret from its first character to its last. */
export const WHOLE_SECRETS: readonly RegExp[] = [
  // Private key blocks, closed or not.
  new RegExp(`${privateKeyMark("BEGIN")}[^]*?(?:${privateKeyMark("END")}|$)`, "giu"),
  // AWS access key ids.
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA|AGPA|ANPA)[A-Z0-9]{16}(?![A-Za-z0-9])/gu,
  // Model providers: sk-…, sk-proj-…, sk-ant-…. A digit tells them from words with hyphens.
  /(?:(?<![A-Za-z0-9])sk-|sk-(?:ant|proj)-)(?=[A-Za-z_-]{0,60}[0-9])[A-Za-z0-9_-]{20,}/gu,
  // GitHub, GitLab, npm: unmistakable also behind a letter.
  /gh[pousr]_[A-Za-z0-9]{36,}|(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{30,}/gu,
  /github_pat_[A-Za-z0-9_]{22,}/gu,
  /glpat-[A-Za-z0-9_-]{20,}|(?<![A-Za-z0-9])(?:gldt|glrt)-[A-Za-z0-9_-]{20,}/gu,
  /npm_[A-Za-z0-9]{36,}/gu,
  // PyPI, Hugging Face, DigitalOcean, Shopify, Vault, Google OAuth.
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
  // Google API keys, SendGrid, Stripe, Telegram, Discord, age.
  /(?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{35}/gu,
  /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/gu,
  /(?<![A-Za-z0-9])(?:[srp]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,}/gu,
  /(?<![A-Za-z0-9])[0-9]{8,10}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])/gu,
  /(?<![A-Za-z0-9_-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}/gu,
  /AGE-SECRET-KEY-1[0-9A-Z]{50,}/gu,
  // JSON web tokens.
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/gu,
];

const SECRET_NAME =
  "(?:secret(?:[_-]?(?:access[_-]?)?key)?|token|password|passwd|passphrase|pwd|api[_-]?key|access[_-]?key|private[_-]?key|" +
  "account[_-]?key|credentials?|passwort|kennwort|contrase(?:\u00f1|n\u0303|n)a|mot[ _]de[ _]passe|(?<!\\p{L})senha|пароль|密码|" +
  "密碼|口令|パスワード|비밀번호)";
const NAME = `${SECRET_NAME}[0-9]{0,4}`;
/** `name = `, `name: `, `"name": "`, also within JSON inside JSON. */
const ASSIGNS = "\\\\{0,3}[\"']?\\s{0,4}(?:=>|:=|[:=])\\s{0,4}";
const IS = "(?:\\s{1,4}(?:is|was|ist|lautet|war|es|est|é|это)\\s{1,4}|\\s{0,2}(?:是|为|為|は|が|은|는|이)\\s{0,2})";
const NO_VALUE = "(?!(?:true|false|null|none|nil|undefined|process\\.env|os\\.environ|env)(?![A-Za-z0-9_-]))";
const OPEN = "(?!\\[redacted\\]|\\$[{(A-Z]|\\{\\{|%[A-Z])";
const QUOTED = "\\\\{0,3}(?<quote>[\"'`])";
/** Behind a flag that is only spoken of. */
const NO_ARGUMENT =
  "(?!(?:flags?|options?|arguments?|parameters?|switch|and|or|is|are|was|to|for|in|with|from|instead|as|on|when|if|must|should|" +
  "can|may|will|does|of|the|a|an|at|by|not|so)(?![A-Za-z0-9_-]))";
const ARGUMENT = `["']?${OPEN}(?![-|<>&;])`;

const named = (name: string, secret: string, flags = "giu"): RegExp => new RegExp(`(?<name>${name})${secret}`, flags);

/** What is a secret because of the name before it, which stays: the group `name`. */
export const SECRETS_AFTER_A_NAME: readonly RegExp[] = [
  // The value of an Authorization header.
  named("\\b(?:bearer|basic)\\s{1,8}", "(?=[A-Za-z._~+/=-]{0,200}[0-9])[A-Za-z0-9._~+/=-]{12,}"),
  // A token alone before the host of a URL; names of users are shorter or have no digit.
  named("\\b[a-z][a-z0-9+.-]{1,20}:\\/\\/", "(?=[^\\s/?#:@]{0,255}[0-9])[^\\s/?#:@\"'<>[\\]]{16,256}(?=@)"),
  // A cookie header, to the end of the line.
  named("\\bcookie[\"']?\\s{0,2}:\\s{0,4}[\"']?", "(?=[^\\s=;\"'[]{1,100}=)[^\\r\\n\"']{3,}"),
  named("(?<![a-z])(?:[a-z]{0,12}sess(?:ion)?(?:[_-]?(?:id|token|key))?|connect\\.sid)=", "[A-Za-z0-9%._~+/-]{16,}"),
  // What signs a URL.
  named(
    "[?&;](?:x-(?:amz|goog|oss)-(?:signature|credential|security-token)|signature|sig|sign|hmac)=",
    "[^\\s&\"'<>[\\]]{8,}",
  ),
  // Command lines: --db-password x, curl -u user:x, mysql -px, sshpass -p x.
  named(
    "(?<![A-Za-z0-9-])--(?:[a-z0-9]{1,20}-){0,3}(?:pass(?:word|wd|phrase)?|pwd|secret|token|(?:api|access|secret|private)-?key)\\s{1,4}",
    `${NO_ARGUMENT}${ARGUMENT}[^\\s"']{3,}`,
  ),
  named(
    "(?<=^|\\s)(?:-u|--(?:proxy-)?user)(?:\\s{1,4}|=)?[\"']?[^\\s:\"'=-][^\\s:\"']{0,127}:",
    `${OPEN}(?![0-9]+(?:[\\s,;]|$))(?!\\/\\/)[^\\s"']{3,}`,
    "gu",
  ),
  named(
    "\\b(?:mysql[a-z]{0,10}|mariadb[a-z-]{0,10}|obclient|mycli)\\s[^\\r\\n]{0,120}?(?<=\\s)-p",
    `${ARGUMENT}[^\\s"']{3,}`,
    "gu",
  ),
  named(
    "\\b(?:sshpass|redis-cli|(?:docker|podman|helm|oc|az)\\s{1,4}[a-z ]{0,20}login)\\s[^\\r\\n]{0,120}?(?<=\\s)-[pa](?:\\s{1,4}|(?=[^\\s-]))",
    `${ARGUMENT}[^\\s"']{3,}`,
    "gu",
  ),
  // XML elements and attributes beside a key, entries of a list of variables, blocks of YAML, netrc.
  named(`<[a-z0-9_.:-]{0,40}${NAME}\\s{0,2}>\\s{0,8}`, `${OPEN}[^\\s<{][^<]{2,}(?=<)`),
  named(`${NAME}["']?[\\s,]{1,20}["']?value["']?\\s{0,2}[:=]\\s{0,4}["']?`, `${OPEN}${NO_VALUE}[^\\s"'<>]{3,}`),
  named(
    `${NAME}["']?\\s{0,2}:\\s{0,4}[|>][+-]?[0-9]?[ \\t]{0,8}\\n(?<indent>[ \\t]{1,20})`,
    `${OPEN}[^\\s][^\\n]*(?:\\n\\k<indent>[^\\n]*)*`,
  ),
  named(
    "\\bmachine\\s{1,4}[^\\s]{1,253}\\s{1,8}login\\s{1,4}[^\\s]{1,128}\\s{1,8}password\\s{1,4}",
    `${OPEN}[^\\s]{3,}`,
  ),
  // A quoted value, to its closing quote or the end of the line.
  named(
    `${NAME}(?:${ASSIGNS}|${IS})${QUOTED}`,
    `(?!\\k<quote>|\\[redacted\\])(?:(?!\\k<quote>)[^\\r\\n\\\\]|\\\\(?![\\\\"'nr])){3,}`,
  ),
  // NAME=value without blanks: a shell, an .env file, a query string.
  named(`${NAME}=`, `${NO_VALUE}[^\\s"'\`,;&|<>(){}[\\]]{4,}(?![(\\w])`),
  // In prose and configuration a value without quotes is taken for one only if it has a digit.
  named(
    `${NAME}(?:${ASSIGNS}|${IS})`,
    `${NO_VALUE}(?=[^\\s0-9,;\\p{Lo}]{0,200}[0-9])[^\\s"'\`,;|<>(){}[\\]\\p{Lo}。、]{6,}(?![(\\w])`,
  ),
];
