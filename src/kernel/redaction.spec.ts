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
  ["mysql://", "root@tenant:Secr3tPass", "@host:2881/db"],
  ["mysql://", "root@tenant#cluster:Secr3tPass", "@host:2881/db"],
  ["postgres://", "admin:Secr3t/Pass", "@host/db"],
  ["postgres://", "admin:Secr3t@Pa#ss", "@host/db, see http://localhost:8000/@scope"],
  ["https://proxy/?to=https://", "u:p4ss", "@host"],
  ["https://", "S3cretTokenOnly1234567890", "@github.com/x/y"],
  ["tool --db-password ", "swordfish", " --verbose"],
  ["curl -u admin:", "swordfish", " https://host"],
  ["mysql -u root -p", "S3cretMysql", " db"],
  ["sshpass -p ", "swordfish", " ssh host"],
  ["<db:password>", "xml pass word", "</db:password>"],
  ["- name: DB_PASSWORD\n  value: ", "swordfish", "\n- name: NEXT"],
  ["password: |-\n    ", "first line\n    second line", "\nnext: 1"],
  ["machine github.com login me password ", "swordfish", "\n"],
  ["Cookie: ", "a=1; session=abcdef", "\nAccept: x"],
  ["/?JSESSIONID=", "abcdef1234567890", "&x=1"],
  ["https://b.s3.amazonaws.com/k?X-Amz-Signature=", "abcdef0123456789", "&x=1"],
  ["Passwort: ", "geheim7geheim", ""],
  ["La contraseña es ", "hunter9secret", ""],
  ["Le mot de passe : ", "hunter9secret", ""],
  ["senha=", "swordfish", ""],
  ["пароль: ", "hunter9secret", ""],
  ["密码：", "hunter9secret", "，每周轮换"],
  ["口令是", "hunter9secret", "。"],
  ["パスワードは", "hunter9secret", "です"],
  ["비밀번호는 ", "hunter9secret", ""],
  ["ｐａｓｓｗｏｒｄ＝", "ｈｕｎｔｅｒ９", "，（完）"],
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
    expect(redact("-----begin rsa private key-----\nMIIE\n-----end rsa private key-----!").text).toBe("[redacted]!");
    const open = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----";
    expect(redact(open)).toEqual({ text: open, count: 0 });
  });

  describe("of a private key that was cut", () => {
    const BEGIN = "-----BEGIN OPENSSH PRIVATE KEY-----";
    const END = "-----END OPENSSH PRIVATE KEY-----";
    /** Lines of a made-up key, each `width` wide. */
    const lines = (count: number, width = 64): readonly string[] =>
      Array.from({ length: count }, (_, index) =>
        LETTERS.repeat(3)
          .slice(index + 1, index + 1 + width - 2)
          .concat("/+"),
      );

    it.each([
      ["all of it", [BEGIN, ...lines(4), "aB3==", END].join("\n")],
      ["its begin", [BEGIN, ...lines(2)].join("\n")],
      ["its end", [...lines(2), "aB3==", END].join("\n")],
      ["its end, from the middle of a line", ["xQ7mE5tY", ...lines(2), "k", END].join("\n")],
      ["its last line alone", `aB3dE6==\n${END}`],
      ["its last line, of one letter", `Q\n${END}`],
      ["its END line alone", END],
      ["a part between", lines(3).join("\n")],
      ["a part between, cut within lines", ["dE6gH9jK2mN5", ...lines(2), "zY7bC0dF3hJ6"].join("\n")],
      ["a part between, 70 wide", lines(2, 70).join("\n")],
      ["one line", lines(1)[0] ?? ""],
      ["its end, indented", lines(2).concat("aB3==", END).join("\n    ")],
      ["its end, with escaped line breaks", lines(2).concat("aB3==", END).join("\\n")],
      ["its end, with line breaks escaped twice", lines(2).concat("aB3==", END).join("\\\\n")],
      ["its end, in one line", lines(2).concat("aB3==", END).join(" ")],
      ["its end, glued", `${lines(2).join("\n")}\naB3==${END}`],
    ])("takes out %s", (_, key) => {
      expect(redact(key)).toEqual({ text: "[redacted]", count: 1 });
      expect(redact(`The key is:\n${key}`)).toEqual({ text: "The key is:\n[redacted]", count: 1 });
      const [before, after] = ["Ana keeps it in the vault of the team", "It rotates each week."];
      const open = key.includes(BEGIN) && !key.includes(END);
      expect(redact(`${before}\n${key}\n${after}`).text).toBe(`${before}\n[redacted]${open ? "" : `\n${after}`}`);
    });

    it("takes out what is too short to be told from a word where it can only be of the key", () => {
      expect(redact(`xQ\n${lines(2).join("\n")}\n${END}`).text).toBe("[redacted]");
      expect(redact(`It is ${lines(2).join(" ")} kX ${END}`).text).toBe("It is [redacted]");
      expect(redact(`It is kX ${END}`).text).toBe("It is kX [redacted]");
    });

    it("takes out two keys that follow one another", () => {
      const keys = [...lines(2), ...lines(3, 70)].join("\n");
      expect(redact(`It is\n${keys}\nof Ana`).text).toBe("It is\n[redacted]\n[redacted]\nof Ana");
    });

    it("takes out each part wherever the cuts are", () => {
      const key = [BEGIN, ...lines(6), END].join("\n");
      for (let first = 1; first < key.length; first += 7) {
        const second = first + 150;
        const parts = [key.slice(0, first), key.slice(first, second), key.slice(second)];
        const left = parts.map((part) => redact(part).text).join("");
        expect([first, left.match(/[A-Za-z0-9+/]{40,}/g)]).toEqual([first, null]);
      }
    });

    it("knows the marks of other tools", () => {
      const key = [
        "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----",
        ...lines(2, 70),
        "---- END SSH2 ENCRYPTED PRIVATE KEY ----",
      ];
      expect(redact(`a\n${key.join("\n")}\nb`)).toEqual({ text: "a\n[redacted]\nb", count: 1 });
      expect(redact(`of Ana\n${key.slice(1).join("\n")}\nb`)).toEqual({ text: "of Ana\n[redacted]\nb", count: 1 });
      const putty = `Private-Lines: 2\n${lines(2).join("\n")}\nPrivate-MAC: 9f`;
      expect(redact(putty).text).toBe("Private-Lines: 2\n[redacted]\nPrivate-MAC: 9f");
    });

    it.each([
      ["a certificate", ["-----BEGIN CERTIFICATE-----", ...lines(3), "-----END CERTIFICATE-----"].join("\n")],
      ["a certificate that was cut", ["-----BEGIN CERTIFICATE-----", ...lines(3)].join("\n")],
      ["a public key", ["-----BEGIN PUBLIC KEY-----", ...lines(3), "aB3==", "-----END PUBLIC KEY-----"].join("\n")],
      ["hashes", `${"0a1b2c3d".repeat(8)}\n${"9f8e7d6c".repeat(8)}`],
      ["long words", `${"internationalization".repeat(3)}\n${"Internationalization".repeat(3)}`],
      ["a public key of one line", `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${LETTERS.slice(0, 43)} ana@host`],
      ["an integrity of a lock file", `"integrity": "sha512-${LETTERS}${LETTERS.slice(0, 32)}=="`],
    ])("leaves %s alone", (_, text) => {
      expect(redact(text)).toEqual({ text, count: 0 });
    });
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
    "a < private >b</ private > c",
    "a &lt;private&gt;b&lt;/private&gt; c",
    "a ＜private＞b＜/private＞ c",
    "a \\u003cprivate\\u003eb\\u003c/private\\u003e c",
    "a <private>b<\\/private> c",
    "a <pri\u200bvate>b</pri\u00advate> c",
    "a <\u200dprivate>b</priv\u202eate> c",
  ])("takes out a private span however its tags are written: %j", (text) => {
    expect(redact(text)).toEqual({ text: "a [redacted] c", count: 1 });
  });

  it("finds a secret behind invisible characters, and glued to a word", () => {
    const token = made("ghp_", LETTERS.slice(0, 36));
    expect(redact(`${token.slice(0, 9)}\u200b${token.slice(9)}`)).toEqual({ text: "[redacted]", count: 1 });
    expect(redact(`pass\u00adword=swordfish`)).toEqual({ text: "password=[redacted]", count: 1 });
    expect(redact(`x${token}`)).toEqual({ text: "x[redacted]", count: 1 });
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
    "Use the --password flag, docker run -u 1000:1000, mysql -u root -P 3306, mysql -p db",
    "See http://[::1]:8000/@scope, https://medium.com/@user/post-123, https://example.com/a:b@c, git+ssh://git@host:org/x@v1",
    "image: redis:7@sha256:abc and npm i https://github.com/a/b#semver:^5@x",
    "<Password>{value}</Password> <token>${TOKEN}</token> List<Token>",
    "cookie: we set SameSite=Lax; the session=long running; if (a < private && b > c)",
    "密码: 由运维管理，每周轮换。口令至少12位",
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
    "-----END PRIVATE KEY-----",
    "aB3==-----END PRIVATE KEY-----\n",
    "-----BEGIN PUBLIC KEY-----",
    "----- BEGIN ",
    "\\n",
    "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6kL9nP2rS5uV8xY1zA4aB3dE6gH9\n",
    "Bearer ",
    "secret secret_",
    "AKIA",
    "ghp_",
    "\\",
    "is ",
    "1:AA",
    "https://a:",
    "http://a@",
    "mysql -",
    "docker login ",
    "cookie:a=",
    "session_",
    "--a-a-a-",
    "<password>",
    "password: |\n  x\n  ",
    "password value=",
    "\u200d",
    "a\u200d",
    "&lt;private ",
    "密码",
  ])("reads 200,000 characters of %j repeated in a bounded number of steps", (piece) => {
    const text = piece.repeat(Math.ceil(200_000 / piece.length));
    expect(redact(text).text.length).toBeLessThanOrEqual(4 * text.length);
  });
});
