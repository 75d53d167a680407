import { redact } from "./redaction.js";

/** Made up, and put together here so that no scanner takes this file for a leak. */
const made = (...parts: readonly string[]): string => parts.join("");
const LETTERS = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6kL9nP2rS5uV8xY1zA4";

const SECRETS: readonly (readonly [string, string])[] = [
  ["an AWS access key id", made("AKIA", "IOSFODNN7EXAMPLE")],
  ["a temporary AWS key id", made("ASIA", "Y34FZKBOKMUTVV7A")],
  ["a model provider's key", made("sk-", LETTERS.slice(0, 48))],
  ["a model provider's project key", made("sk-proj-", LETTERS.slice(0, 30), "_", LETTERS.slice(5, 20))],
  ["another provider's key", made("sk-ant-api03-", LETTERS.slice(0, 40), "-AA")],
  ["a GitHub token", made("ghp_", LETTERS.slice(0, 36))],
  ["a fine-grained GitHub token", made("github_pat_", LETTERS.slice(0, 22), "_", LETTERS.slice(0, 40))],
  ["a GitLab token", made("glpat-", LETTERS.slice(0, 20))],
  ["a Slack token", made("xoxb-", "123456789012-", LETTERS.slice(0, 24))],
  ["a Slack web hook", made("hooks.slack.com/", "services/T0000/B0000/", LETTERS.slice(0, 24))],
  ["a Google API key", made("AIza", LETTERS.slice(0, 35))],
  ["a Stripe key", made("sk_live_", LETTERS.slice(0, 24))],
  ["an npm token", made("npm_", LETTERS.slice(0, 36))],
  ["a Hugging Face token", made("hf_", LETTERS.slice(0, 34))],
  [
    "a JSON web token",
    made("eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0NTY3ODkwIn0", ".dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"),
  ],
  ["a Telegram bot token", made("123456789:AA", LETTERS.slice(0, 33))],
];

const NAMED: readonly (readonly [string, string, string])[] = [
  ["Authorization: Bearer ", "abc123def456ghi789", ""],
  ["curl -H 'Authorization: Basic ", "dXNlcjpwYXNzd29yZDEyMw==", "' host"],
  ["postgres://", "admin:hunter2", "@db.internal:5432/app"],
  ["redis://", ":s3cr/et".replace("/", ""), "@cache:6379"],
  ["DB_PASSWORD=", "swordfish", "\nNEXT=1"],
  ["export STRIPE_API_KEY=", "whatever-it-is", ""],
  ["AWS_SECRET_ACCESS_KEY = ", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", ""],
  ['{"client_secret": "', "correct horse battery", '", "id": 1}'],
  ['{\\"password\\": \\"', "hunter2hunter2", '\\"}'],
  ["password: ", "hunter22", ""],
  ["const apiKey = '", "zq-44-plain", "';"],
  ["The admin password is ", "tr0ub4dor&3", ""],
  ["https://host/path?token=", "abcdefgh", "&page=2"],
];

describe("redaction", () => {
  it.each(SECRETS)("takes out %s and leaves what stands around it", (_, secret) => {
    expect(redact(`Use ${secret} for the deploy.`)).toEqual({ text: "Use [redacted] for the deploy.", count: 1 });
    expect(redact(`(${secret})`)).toEqual({ text: "([redacted])", count: 1 });
  });

  it.each(NAMED)("takes the value and keeps the name: %s…", (before, value, after) => {
    expect(redact(before + value + after)).toEqual({ text: `${before}[redacted]${after}`, count: 1 });
  });

  it("takes out private key blocks, closed or not", () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAK\n-----END RSA PRIVATE KEY-----`;
    expect(redact(`a\n${key}\nb`)).toEqual({ text: "a\n[redacted]\nb", count: 1 });
    expect(redact(`a\n-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNza\nand the rest`).text).toBe("a\n[redacted]");
    const open = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----";
    expect(redact(open)).toEqual({ text: open, count: 0 });
  });

  it("takes out private spans: in any case, nested, with attributes, and unclosed ones to the end", () => {
    expect(redact("a <private>b</private> c <PRIVATE why='x'>d</Private> e")).toEqual({
      text: "a [redacted] c [redacted] e",
      count: 2,
    });
    expect(redact("a <private>b <private>c</private> d</private> e").text).toBe("a [redacted] e");
    expect(redact("a <private>b c").text).toBe("a [redacted]");
    expect(redact("a </private> b <privateer>").text).toBe("a </private> b <privateer>");
  });

  it.each([
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8 fixed it",
    "id 123e4567-e89b-12d3-a456-426614174000 and sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==",
    "The token is refreshed every hour, and a password must have at least 12 characters.",
    "max_tokens=4096 and tokens: 1200; token_count = 12",
    "const token = await fetchToken(); if (password === undefined) return null;",
    "password: required; secret = true; API_KEY=${API_KEY}; token=process.env.TOKEN",
    "Use sk-learn-contrib-imbalanced-pipelines for it. The task-force met the risk-averse.",
    "See https://user@github.com/org/repo and http://localhost:8000/@scope/package.",
    "Bearer authentication is required, basic understanding as well.",
    "secretary: Maria, tokenizer: bpe2000, passwordless login",
  ])("leaves alone what is no secret: %s", (text) => {
    expect(redact(text)).toEqual({ text, count: 0 });
  });

  it("answers the same for its own answer", () => {
    const once = redact(
      NAMED.map((parts) => parts.join("")).join("\n") + SECRETS.map(([, secret]) => secret).join(" "),
    );
    expect(once.count).toBeGreaterThanOrEqual(NAMED.length + SECRETS.length - 1);
    expect(redact(once.text)).toEqual({ text: once.text, count: 0 });
  });

  it.each([
    "sk-",
    "-eyJ",
    "token=",
    'token="',
    "password:",
    "a://a:",
    "<private>",
    "<private ",
    "-----BEGIN PRIVATE KEY-----",
    "Bearer ",
    "secret secret_",
    "AKIA",
    "ghp_",
    "\\",
    "is ",
    "1:AA",
  ])("reads 200,000 characters of %j repeated in a bounded number of steps", (piece) => {
    const text = piece.repeat(Math.ceil(200_000 / piece.length));
    expect(redact(text).text.length).toBeLessThanOrEqual(4 * text.length);
  });
});
