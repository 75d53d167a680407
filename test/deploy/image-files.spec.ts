import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ERROR_CODES } from "../../src/kernel/domain-error.js";
import { composeFile, seconds } from "../support/compose-file.js";

const read = (path: string): string => readFileSync(path, "utf8");

describe("the Dockerfile", () => {
  /** Instructions, with their continuation lines as one. */
  const lines = read("Dockerfile")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line !== "");
  const isStage = (line: string): boolean => line.startsWith("FROM ");
  const last = lines.slice(lines.findLastIndex(isStage));
  const values = (word: string, among = lines): readonly string[] =>
    among.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const engines = (JSON.parse(read("package.json")) as { engines: { node: string } }).engines.node;

  it("names its base images once, each as an argument with a slim Debian behind it", () => {
    expect(values("ARG").slice(0, 2)).toEqual([
      "NODE_IMAGE=node:24-bookworm-slim",
      "RUNTIME_IMAGE=debian:bookworm-slim",
    ]);
    expect(values("FROM")).toEqual(["${NODE_IMAGE} AS build", "${RUNTIME_IMAGE}"]);
    expect(24).toBeGreaterThanOrEqual(Number(/^>=(\d+)\./.exec(engines)?.[1]));
  });

  it("has no address of a registry", () => {
    expect(values("ARG").slice(2)).toEqual(["NPM_CONFIG_REGISTRY"]);
    expect(read("Dockerfile").match(/https?:\/\/[^\s'"`]*/g)).toEqual([
      "http://127.0.0.1:${process.env.POWERCONTEXT_SERVER_HTTP_PORT",
    ]);
  });

  it("copies what is there and what .dockerignore lets in", () => {
    const allowed = read(".dockerignore").split("\n");
    expect(allowed.find((line) => line !== "" && !line.startsWith("#"))).toBe("*");
    const sources = values("COPY")
      .filter((line) => !line.startsWith("--from"))
      .flatMap((line) => line.split(" ").slice(0, -1));
    expect(sources).toEqual(expect.arrayContaining(["src", "migrations", "openapi", "package-lock.json"]));
    for (const source of sources) expect([source, existsSync(source)]).toEqual([source, true]);
    expect(allowed.filter((line) => line.startsWith("!")).map((line) => line.slice(1))).toEqual(
      expect.arrayContaining(sources),
    );
    expect(allowed.filter((line) => /^!.*(?:\.env|\.git|\.engine|node_modules)/.test(line))).toEqual([]);
  });

  it("runs the server as a user without rights, with the threads and the address it needs", () => {
    expect(values("USER", last)).toEqual(["1000:1000"]);
    expect(last.indexOf("USER 1000:1000")).toBeGreaterThan(last.findLastIndex((line) => line.startsWith("RUN ")));
    expect(values("CMD", last)).toEqual(['["node", "dist/main.js"]']);
    expect(values("ENTRYPOINT", last)).toEqual([]);
    expect(values("VOLUME", last)).toEqual(["/data"]);
    const threads = /UV_THREADPOOL_SIZE=\d+/.exec(read("package.json"))?.[0];
    expect(values("ENV", last).join("").split(" ")).toEqual(
      expect.arrayContaining([threads, "POWERCONTEXT_HOME=/data", "POWERCONTEXT_SERVER_HTTP_HOST=0.0.0.0"]),
    );
  });

  it("asks whether the process is alive, not whether its database is", () => {
    expect(values("HEALTHCHECK", last).join("")).toContain("/health/live");
    const server = composeFile("deploy/server.yml").services["server"];
    expect(server?.healthcheck?.test.slice(0, 3)).toEqual(["CMD", "node", "-e"]);
    expect(server?.healthcheck?.test[3]).toContain("/health/ready");
  });
});

describe("the proxy", () => {
  const config = read("deploy/proxy/haproxy.cfg");
  const setting = (name: string): string => new RegExp(`^ *${name} (.+)$`, "m").exec(config)?.[1] ?? "";
  const { services } = composeFile("docker-compose.replicas.yml");

  it("knows the replicas that there are, and asks each whether it is ready", () => {
    const servers = [...config.matchAll(/^ *server (\S+) (\S+):8000$/gm)].map(([, name, host]) => [name, host]);
    const replicas = Object.keys(services).filter((name) => name.startsWith("powercontext-"));
    expect(servers).toEqual(replicas.map((name) => [name, name]));
    expect(replicas).toHaveLength(3);
    expect(setting("http-check send")).toBe("meth GET uri /health/ready");
  });

  it("sends no request twice that may have begun", () => {
    expect(config.match(/^ *retry-on .+$/gm)).toEqual(["  retry-on conn-failure"]);
    expect(config).toMatch(/^ *option http-server-close$/m);
  });

  it("waits longer than any model may take, and is given longer than it takes to end", () => {
    const longest = Number(
      /const SECONDS = \{ min: [\d.]+, max: (\d+)/.exec(read("src/platform/config/inference.config.ts"))?.[1],
    );
    expect(longest).toBeGreaterThan(0);
    expect(seconds(setting("timeout server"))).toBeGreaterThan(longest);
    expect(seconds(services["proxy"]?.stop_grace_period)).toBeGreaterThan(seconds(setting("hard-stop-after")));
  });

  it("answers by itself as the contract documents it, whatever went wrong", () => {
    const files = [...config.matchAll(/^ *errorfile (\d+) \/usr\/local\/etc\/haproxy\/(\S+)$/gm)];
    expect(files.map(([, status, file]) => `${status ?? ""} ${file ?? ""}`)).toEqual(
      ["500", "502", "503", "504"].map((status) => `${status} unavailable.http`),
    );
    const [head = "", body = ""] = read("deploy/proxy/unavailable.http").split("\r\n\r\n");
    expect(head.split("\r\n")).toEqual([
      "HTTP/1.1 503 Service Unavailable",
      "Content-Type: application/json; charset=utf-8",
      "Cache-Control: no-store",
      "Retry-After: 1",
    ]);
    const { error } = JSON.parse(body) as { error: { code: string; message: string; details: null } };
    expect(ERROR_CODES).toContain(error.code);
    expect(error).toEqual({
      code: "runtime_not_ready",
      message: expect.stringMatching(/Retry later\.$/),
      details: null,
    });
  });
});

describe("the healthcheck of the database", () => {
  const folder = mkdtempSync(join(tmpdir(), "powercontext-client-"));
  const seen = join(folder, "seen");

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Runs it with a client that notes what it is called with, says something and ends so. */
  function check(environment: Readonly<Record<string, string>>, status: number, answer = ""): unknown {
    const client = join(folder, "client");
    writeFileSync(client, `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen}'\necho '${answer}' >&2\nexit ${String(status)}\n`);
    chmodSync(client, 0o755);
    const env = { PATH: process.env["PATH"], ...environment };
    const ended = spawnSync("bash", ["deploy/database/healthcheck.sh", client, join(folder, "made")], {
      env,
      encoding: "utf8",
    });
    return { status: ended.status, output: ended.stdout.trim(), login: read(seen).trim().split("\n") };
  }

  const environment = { OB_TENANT_NAME: "team", OB_TENANT_PASSWORD: "a secret", OB_DATABASE: "powercontext" };
  const login = ["-h127.0.0.1", "-P2881", "-uroot@team", "-pa secret", "-Dpowercontext", "-e", "SELECT 1"];

  it("passes with a login of the tenant's root, with its password and our database", () => {
    expect(check(environment, 0)).toEqual({ status: 0, output: "", login });
  });

  it("fails, and shows why, until there is one", () => {
    expect(check(environment, 1, "Unknown database")).toEqual({ status: 1, output: "Unknown database", login });
  });

  it("names no tenant where there is none", () => {
    expect(check({ ...environment, OB_TENANT_NAME: "" }, 0)).toMatchObject({
      status: 0,
      login: login.with(2, "-uroot"),
    });
  });
});
