import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { CLI, runCli } from "../support/cli.js";
import { until } from "../support/until.js";

describe("powercontext server", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "powercontext-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it("migrates, and migrates again", async () => {
    const run = { cwd: folder, env: { POWERCONTEXT_HOME: folder, POWERCONTEXT_SERVER_LOGGING_LEVEL: "error" } };
    await expect(runCli(["server", "migrate"], run)).resolves.toMatchObject({
      code: 0,
      stdout: "the schema is up to date\n",
    });
    await expect(runCli(["server", "migrate"], run)).resolves.toMatchObject({
      code: 0,
      stdout: "the schema is up to date\n",
    });
  });

  it("says on one line why it cannot start", async () => {
    const env = { POWERCONTEXT_HOME: folder, POWERCONTEXT_SERVER_HTTP_PORT: "none" };
    for (const words of [
      ["server", "run"],
      ["server", "migrate"],
    ]) {
      const { code, stdout, stderr } = await runCli(words, { cwd: folder, env });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^powercontext cannot start: [^\n]*POWERCONTEXT_SERVER_HTTP_PORT[^\n]*\n$/);
    }
  });

  it("serves until a signal ends it", async () => {
    const child = spawn(process.execPath, [CLI, "server", "run"], {
      cwd: folder,
      env: {
        PATH: process.env["PATH"],
        POWERCONTEXT_HOME: folder,
        POWERCONTEXT_SERVER_HTTP_PORT: "0",
        POWERCONTEXT_SERVER_LOGGING_FORMAT: "json",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    const url = (): string | undefined => /"url":"([^"]+)"/.exec(output)?.[1];
    await until(() => url() !== undefined, 20_000);
    const live = await fetch(`${url()!}/health/live`);
    expect(await live.json()).toEqual({ status: "ok" });

    const ended = new Promise((done) =>
      child.on("close", (code) => {
        done(code);
      }),
    );
    child.kill("SIGTERM");
    await expect(ended).resolves.toBe(0);
  });
});
