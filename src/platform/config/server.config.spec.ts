import { StartError } from "../../kernel/start-error.js";
import type { Variables } from "./environment.js";
import { GuardsConfig } from "./guards.config.js";
import type { Machine } from "./machine.js";
import { parseServerConfig } from "./server.config.js";
import { TracingConfig } from "./tracing.config.js";

const MACHINE: Machine = {
  platform: "linux",
  homeDirectory: "/home/ada",
  workingDirectory: "/srv",
  readTextFile: (path) => {
    const text = FILES[path];
    if (text === undefined) throw new Error("no such file");
    return text;
  },
};

const FILES: Readonly<Record<string, string>> = {
  "/tokens": "one\r\n\n  two  \none\n",
  "/empty": "\n \n",
  "/spaced": "good\nnot good\n",
};

const PREFIX = "POWERCONTEXT_SERVER_";

function parse(settings: Variables, machine: Partial<Machine> = {}) {
  const variables = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      /^[A-Z]+_(?:HOME|DATA_HOME)$/.test(name) ? name : PREFIX + name,
      value,
    ]),
  );
  return parseServerConfig(variables, { ...MACHINE, ...machine });
}

function problemsOf(settings: Variables): string {
  try {
    parse(settings);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "none";
}

describe("parseServerConfig", () => {
  it("has a default for everything", () => {
    expect(parse({})).toEqual({
      http: { host: "127.0.0.1", port: 8000, allowedHosts: [], guards: expect.any(GuardsConfig) },
      auth: { enabled: false, tokens: [] },
      mcp: { enabled: true, path: "/mcp" },
      database: { kind: "sqlite", path: "/home/ada/.local/share/powercontext/powercontext-node.db", readers: 4 },
      inference: { generation: undefined, embedding: undefined },
      runtime: { sourceWindowLimit: 100, scheduleMs: undefined },
      logging: { level: "info", format: "console", access: true },
      metricsEnabled: true,
      tracing: TracingConfig.off,
      notices: [],
    });
  });

  it("takes an empty variable as unset", () => {
    const names = ["HTTP_HOST", "HTTP_PORT", "AUTH_TOKEN", "AUTH_ENABLED", "DATABASE_URL", "LOGGING_LEVEL", "UNKNOWN"];
    expect(parse(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(parse({}));
  });

  it.each([
    ["HTTP_PORT", "65536", "must be an integer from 0 to 65535"],
    ["HTTP_PORT", "-1", "must be an integer from 0 to 65535"],
    ["HTTP_PORT", "80.5", "must be an integer from 0 to 65535"],
    ["HTTP_PORT", "0x50", "must be an integer from 0 to 65535"],
    ["HTTP_ALLOWED_HOSTS", "a.test, b/c", "must be a comma list of host names such as memory.example.com"],
    ["AUTH_TOKEN", "two words", "must be printable ASCII without spaces"],
    ["AUTH_TOKEN", "schlüssel", "must be printable ASCII without spaces"],
    ["AUTH_TOKENS_FILE", "/missing", "names a file that cannot be read"],
    ["AUTH_TOKENS_FILE", "/empty", "names a file without a token: write one a line"],
    ["AUTH_TOKENS_FILE", "/spaced", "has a line that is not printable ASCII without spaces"],
    ["AUTH_ENABLED", "maybe", "must be true or false"],
    ["METRICS_ENABLED", "2", "must be true or false"],
    ["DATABASE_KIND", "postgres", "must be one of sqlite, oceanbase"],
    ["DATABASE_READERS", "0", "must be an integer from 1 to 16"],
    ["DATABASE_READERS", "17", "must be an integer from 1 to 16"],
    ["LOGGING_LEVEL", "verbose", "must be one of debug, info, warning, error, critical"],
    ["LOGGING_FORMAT", "xml", "must be one of console, json"],
  ])("refuses %s = %s by its name alone", (name, value, problem) => {
    const message = problemsOf({ [name]: value });
    expect(message).toBe(`The settings are not valid: ${PREFIX}${name} ${problem}.`);
    if (value.length > 3) expect(message.replace(problem, "")).not.toContain(value);
  });

  it("reports every problem of one start together", () => {
    const message = problemsOf({ HTTP_PORT: "x", DATABASE_URL: "redis://", LOGGING_LEVEL: "y" });
    expect(message).toMatch(/HTTP_PORT .*; .*DATABASE_URL .*; .*LOGGING_LEVEL /);
  });

  it.each(["true", "TRUE", "1", "yes", "on", " On "])("reads %s as true", (word) => {
    expect(parse({ METRICS_ENABLED: word }).metricsEnabled).toBe(true);
  });

  it.each(["false", "False", "0", "no", "off"])("reads %s as false", (word) => {
    expect(parse({ METRICS_ENABLED: word }).metricsEnabled).toBe(false);
  });

  it.each([
    ["DEBUG", "debug"],
    ["Warning", "warning"],
    ["critical", "critical"],
  ])("reads the level %s in any case", (word, level) => {
    expect(parse({ LOGGING_LEVEL: word }).logging.level).toBe(level);
  });
});

describe("the database", () => {
  it.each([
    ["sqlite:///notes.db", "/srv/notes.db"],
    ["sqlite:///./data/notes.db", "/srv/data/notes.db"],
    ["sqlite:////var/lib/notes.db", "/var/lib/notes.db"],
    ["sqlite+aiosqlite:////var/lib/notes.db", "/var/lib/notes.db"],
    ["SQLite+pysqlite:///notes.db", "/srv/notes.db"],
    ["sqlite:////var/my%20notes%25%3F.db", "/var/my notes%?.db"],
    ["sqlite:////var/%E8%AE%B0%E5%BF%86.db", "/var/记忆.db"],
    ["sqlite:////var/a#b.db", "/var/a#b.db"],
  ])("of %s is the file %s", (url, path) => {
    expect(parse({ DATABASE_URL: url }).database).toMatchObject({ kind: "sqlite", path });
  });

  it.each([
    ["sqlite://", "in memory"],
    ["sqlite:///", "in memory"],
    ["sqlite:///:memory:", "in memory"],
    ["sqlite+aiosqlite:///:memory:", "in memory"],
    ["sqlite:///file::memory:?cache=shared", "in memory"],
    ["sqlite://host/notes.db", "three slashes"],
    ["sqlite:///notes.db?mode=ro", "%3F"],
    ["sqlite:///notes%zz.db", "%25"],
    ["sqlite:///notes%00.db", "NUL"],
    ["sqlite:////var/lib/", "directory"],
    ["mysql+aoceanbase://root@db:2881/app", "DATABASE_KIND=oceanbase"],
    ["postgres://db/app", "must look like sqlite:///relative.db"],
    ["notes.db", "must look like sqlite:///relative.db"],
  ])("cannot be %s, and the refusal says what to do", (url, hint) => {
    expect(problemsOf({ DATABASE_URL: url })).toContain(`${PREFIX}DATABASE_URL `);
    expect(problemsOf({ DATABASE_URL: url })).toContain(hint);
  });

  it.each<[Variables, Partial<Machine>, string]>([
    [{ POWERCONTEXT_HOME: "/data" }, {}, "/data"],
    [{ POWERCONTEXT_HOME: "data", XDG_DATA_HOME: "/xdg" }, {}, "/srv/data"],
    [{ XDG_DATA_HOME: "/xdg" }, {}, "/xdg/powercontext"],
    [{ XDG_DATA_HOME: "relative" }, {}, "/home/ada/.local/share/powercontext"],
    [{ XDG_DATA_HOME: "/xdg" }, { platform: "darwin" }, "/home/ada/Library/Application Support/powercontext"],
    [{ POWERCONTEXT_HOME: "/data" }, { platform: "darwin" }, "/data"],
  ])("of %j lies in the directory of the platform", (settings, machine, directory) => {
    expect(parse(settings, machine).database).toMatchObject({ path: `${directory}/powercontext-node.db` });
  });
});

describe("an OceanBase database", () => {
  const kind = { DATABASE_KIND: "OceanBase" };

  it.each([
    "mysql://app@team:secret@db:2881/memory",
    "mysql+aoceanbase://app%40team:secret@db:2881/memory?charset=utf8mb4",
  ])("is reached by %s", (url) => {
    expect(parse({ ...kind, DATABASE_URL: url }).database).toEqual({
      kind: "oceanbase",
      address: { host: "db", port: 2881 },
      user: "app@team",
      password: "secret",
      database: "memory",
      poolSize: 16,
      statementTimeoutMs: 10_000,
    });
  });

  it.each([
    [{ DATABASE_URL: "mysql://a:in-the-url@db:1/m" }, "in-the-url"],
    [{ DATABASE_URL: "mysql://a:in%20the%20url@db:1/m" }, "in the url"],
    [{ DATABASE_URL: "mysql://a@db:1/m", DATABASE_PASSWORD: " p@s:s/%20?#" }, " p@s:s/%20?#"],
    [{ DATABASE_URL: "mysql://a:in-the-url@db:1/m", DATABASE_PASSWORD: "of-its-own" }, "of-its-own"],
    [{ DATABASE_URL: "mysql://a:in-the-url@db:1/m", DATABASE_PASSWORD: "" }, "in-the-url"],
  ])("is given the password of %j", (settings, password) => {
    expect(parse({ ...kind, ...settings }).database).toMatchObject({ password });
  });

  it("takes its pool and its patience from the settings", () => {
    const settings = {
      ...kind,
      DATABASE_URL: "mysql://a@db:1/m",
      DATABASE_POOL_SIZE: "4",
      DATABASE_STATEMENT_TIMEOUT_MS: "500",
    };
    expect(parse(settings).database).toMatchObject({ poolSize: 4, statementTimeoutMs: 500 });
  });

  it.each([
    [{}, "is needed with DATABASE_KIND=oceanbase"],
    [{ DATABASE_URL: "sqlite:///notes.db" }, "must look like mysql://"],
    [{ DATABASE_URL: "mysql://app:secret@db/memory" }, "names no port"],
    [
      { DATABASE_URL: "mysql://app:secret@db:1/memory", DATABASE_POOL_SIZE: "1" },
      "DATABASE_POOL_SIZE must be an integer from 2",
    ],
  ])("cannot be %j, and the refusal repeats nothing of it", (settings, problem) => {
    expect(problemsOf({ ...kind, ...settings })).toContain(problem);
    expect(problemsOf({ ...kind, ...settings })).not.toMatch(/secret|notes\.db/);
  });
});

describe("authentication", () => {
  it.each<[Variables, boolean, readonly string[]]>([
    [{}, false, []],
    [{ AUTH_TOKEN: "one" }, true, ["one"]],
    [{ AUTH_TOKENS_FILE: "/tokens" }, true, ["one", "two"]],
    [{ AUTH_TOKEN: "zero", AUTH_TOKENS_FILE: "/tokens" }, true, ["zero", "one", "two"]],
    [{ AUTH_TOKEN: "one", AUTH_ENABLED: "true" }, true, ["one"]],
    [{ AUTH_TOKEN: "one", AUTH_ENABLED: "false" }, false, ["one"]],
    [{ AUTH_ENABLED: "false" }, false, []],
  ])("of %j is on: %s", (settings, enabled, tokens) => {
    expect(parse(settings).auth).toEqual({ enabled, tokens });
  });

  it("cannot be on without a token", () => {
    expect(problemsOf({ AUTH_ENABLED: "true" })).toMatch(
      /AUTH_ENABLED is true but there is no token: set .*AUTH_TOKEN/,
    );
  });

  it.each(["127.0.0.1", "127.8.9.1", "::1", "[::1]", "localhost", "LOCALHOST"])("is not needed on %s", (host) => {
    expect(problemsOf({ HTTP_HOST: host })).toBe("none");
  });

  it.each(["0.0.0.0", "::", "10.0.0.1", "localhost.example", "128.0.0.1", "127.0.0.1.example"])(
    "is needed on %s unless anonymous use is allowed",
    (host) => {
      expect(problemsOf({ HTTP_HOST: host })).toMatch(/HTTP_HOST is reachable from other machines/);
      expect(problemsOf({ HTTP_HOST: host, AUTH_TOKEN: "x", AUTH_ENABLED: "false" })).toMatch(/HTTP_HOST is reachable/);
      expect(problemsOf({ HTTP_HOST: host, AUTH_TOKEN: "x" })).toBe("none");
      expect(problemsOf({ HTTP_HOST: host, AUTH_ALLOW_ANONYMOUS: "true" })).toBe("none");
    },
  );
});

describe("a schedule", () => {
  it.each(["RUNTIME_SCHEDULE_SECONDS", "RUNTIME_EXPERIENCE_SCHEDULE_SECONDS"])("of %s needs a model", (name) => {
    expect(problemsOf({ [name]: "5" })).toContain(
      `${PREFIX}${name} needs a model: set ${PREFIX}INFERENCE_GENERATION_MODEL`,
    );
    const model = { INFERENCE_GENERATION_MODEL: "own:x", INFERENCE_BASE_URL: "http://localhost:1" };
    expect(problemsOf({ [name]: "5", ...model })).toBe("none");
  });
});

describe("the notices about settings", () => {
  const noticesOf = (settings: Variables) => parse(settings).notices;

  it("warn of a server that anyone may reach and use", () => {
    const open = { level: "warning", message: expect.stringMatching(/^There is no authentication/) as string };
    expect(noticesOf({ HTTP_HOST: "0.0.0.0", AUTH_ALLOW_ANONYMOUS: "true" })).toEqual([open]);
    expect(noticesOf({ HTTP_HOST: "0.0.0.0", AUTH_TOKEN: "x" })).toEqual([]);
    expect(noticesOf({ HTTP_HOST: "127.0.0.1" })).toEqual([]);
  });

  it("name what belongs to other versions and what nobody knows, each in one line", () => {
    const settings = {
      INFERENCE_GENERATION_MODEL: "secret:model",
      INFERENCE_BASE_URL: "http://secret",
      INFERENCE_API_KEY: "secret",
      RUNTIME_MEMORY_BACKEND: "secret",
      DASHBOARD_ENABLED: "secret",
      EXTERNAL_SKILLS: "secret",
      DATABASE_VEC1_EXTENSION: "secret",
      HTTP_PROT: "secret",
    };
    expect(noticesOf(settings)).toEqual([
      {
        level: "info",
        message: `Ignored, settings of other server versions: ${PREFIX}DASHBOARD_ENABLED, ${PREFIX}DATABASE_VEC1_EXTENSION, ${PREFIX}EXTERNAL_SKILLS, ${PREFIX}RUNTIME_MEMORY_BACKEND.`,
      },
      { level: "warning", message: `Ignored, unknown settings; check the spelling: ${PREFIX}HTTP_PROT.` },
    ]);
  });

  it("warn of a token that nobody is asked for", () => {
    expect(noticesOf({ AUTH_TOKEN: "secret", AUTH_ENABLED: "false" })).toEqual([
      { level: "warning", message: `${PREFIX}AUTH_ENABLED is false: the configured token is not asked for.` },
    ]);
    expect(noticesOf({ AUTH_TOKEN: "secret" })).toEqual([]);
  });
});
