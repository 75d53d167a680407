// One project of Compose on this machine: its own name, its own .env, a free port. It is taken down with its volumes at the end.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { call } from "./clients.mjs";
import { attempt, docker, run, runs, start } from "./commands.mjs";
import { DEBIAN } from "./images.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const GUIDE = readFileSync(join(ROOT, "docs/deployment.md"), "utf8");
const PREFIX = "docker compose ";
/** Settings of whoever runs this would decide what is tested. */
const OURS = /^(?:POWERCONTEXT_|OPENAI_|OPENROUTER_|OTEL_|COMPOSE_)/;

export class Stack {
  /** @param name tells the projects of one run apart. */
  static async create(name, settings) {
    const port = await freePort();
    const stack = new Stack(`powercontext-test-${process.pid}-${name}`, { ...settings, POWERCONTEXT_PORT: port });
    stack.env.NPM_CONFIG_REGISTRY = (await run("npm", ["config", "get", "registry"])).trim();
    stack.limits = await stack.limitsOfThisMachine();
    return stack;
  }

  constructor(project, settings) {
    this.project = project;
    this.folder = mkdtempSync(join(tmpdir(), "powercontext-compose-"));
    this.files = [];
    this.url = `http://127.0.0.1:${settings.POWERCONTEXT_PORT}`;
    this.settings = settings;
    this.set({});
    const env = Object.entries(process.env).filter(([key]) => !OURS.test(key));
    this.env = Object.fromEntries(env);
    this.token = settings.POWERCONTEXT_SERVER_AUTH_TOKEN;
  }

  /** A sandbox may not let Docker raise the number of open files to what the compose file asks for. */
  async limitsOfThisMachine() {
    const asks = (...more) => ["run", "--rm", ...more, DEBIAN];
    if (await runs("docker", [...asks("--ulimit", "nofile=65536:65536"), "true"])) return undefined;
    const nofile = (await docker([...asks(), "sh", "-c", "ulimit -Hn"])).trim();
    console.log(
      `This machine allows ${nofile} open files: the engine gets those, not the 65536 of docker-compose.yml.`,
    );
    const path = join(this.folder, "limits.yml");
    writeFileSync(path, `services:\n  oceanbase:\n    ulimits:\n      nofile: ${nofile}\n`);
    return path;
  }

  /** Changes settings in .env; undefined takes one out. */
  set(changes) {
    this.settings = { ...this.settings, ...changes };
    const lines = Object.entries(this.settings).filter(([, value]) => value !== undefined);
    writeFileSync(join(this.folder, ".env"), lines.map(([name, value]) => `${name}='${value}'\n`).join(""));
  }

  /** Runs a command as docs/deployment.md gives it. @throws Error when it fails, or when the page does not have it */
  documented(command) {
    console.log(`$ ${command}`);
    return run(...this.spelled(command), this.options());
  }

  /** Likewise one that may fail. */
  attempt(command) {
    console.log(`$ ${command}`);
    return attempt(...this.spelled(command), this.options());
  }

  /** Likewise, and does not wait for it. */
  start(command) {
    console.log(`$ ${command} &`);
    return start(...this.spelled(command), this.options());
  }

  /** A command of Compose that is the test's own. */
  compose(...args) {
    return run(...this.command(this.files, args), this.options());
  }

  async container(service) {
    const filters = [`label=com.docker.compose.project=${this.project}`, `label=com.docker.compose.service=${service}`];
    const found = await docker(["ps", "--all", "--quiet", ...filters.flatMap((filter) => ["--filter", filter])]);
    return found.trim().split("\n")[0];
  }

  async containers() {
    const filter = `label=com.docker.compose.project=${this.project}`;
    const names = await docker(["ps", "--all", "--filter", filter, "--format", "{{.Names}}"]);
    return names.split("\n").filter((name) => name !== "");
  }

  async isRunning(service) {
    const id = await this.container(service);
    return id !== "" && (await docker(["inspect", "--format", "{{.State.Running}}", id])).trim() === "true";
  }

  async inspect(service, template) {
    return (await docker(["inspect", "--format", template, await this.container(service)])).trim();
  }

  async logs(service) {
    return (await attempt("docker", ["logs", await this.container(service)])).output;
  }

  /** Resolves when the service answers that it is ready. @throws Error with the logs of all when it does not in time */
  async ready(limitMs = 120_000) {
    const deadline = performance.now() + limitMs;
    while (performance.now() < deadline) {
      const answer = await call(this, "/health/ready");
      if (answer.status === 200) return;
      await delay(200);
    }
    throw new Error(`${this.url} was not ready in ${limitMs} ms:\n${await this.compose("logs", "--tail", "30")}`);
  }

  async remove() {
    await attempt(
      ...this.command(this.files, ["down", "--volumes", "--remove-orphans", "--timeout", "1"]),
      this.options(),
    );
    rmSync(this.folder, { recursive: true, force: true });
  }

  spelled(command) {
    if (!GUIDE.includes(command)) throw new Error(`docs/deployment.md does not say: ${command}`);
    const args = command.slice(PREFIX.length).split(" ");
    const files = [];
    while (args[0] === "-f") files.push(...args.splice(0, 2));
    if (this.limits !== undefined && !files.includes("docker-compose.sqlite.yml")) {
      if (files.length === 0) files.push("-f", "docker-compose.yml");
      files.push("-f", this.limits);
    }
    this.files = files;
    return this.command(files, args);
  }

  command(files, args) {
    const [command, ...first] = COMPOSE;
    const of = ["--project-name", this.project, "--env-file", join(this.folder, ".env")];
    return [command, [...first, ...files, ...of, ...args]];
  }

  options() {
    return { env: this.env, cwd: ROOT };
  }
}

/** Compose as part of Docker, or the older program by itself. */
const COMPOSE = (await runs("docker", ["compose", "version"])) ? ["docker", "compose"] : ["docker-compose"];

export const hasCompose = () => runs(COMPOSE[0], [...COMPOSE.slice(1), "version"]);

function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
