import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

describe("the command line without the packages of the server", () => {
  let copy: string;

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), "powercontext-"));
    cpSync(resolve("dist"), join(copy, "dist"), { recursive: true });
    cpSync(resolve("package.json"), join(copy, "package.json"));
    mkdirSync(join(copy, "node_modules"));
    cpSync(resolve("node_modules/commander"), join(copy, "node_modules/commander"), { recursive: true });
  });
  afterAll(() => {
    rmSync(copy, { recursive: true });
  });

  const run = (words: readonly string[], input = "") =>
    spawnSync(process.execPath, [join(copy, "dist/cli/main.js"), ...words], {
      cwd: copy,
      env: { PATH: process.env["PATH"] },
      encoding: "utf8",
      input,
    });

  it("still helps, asks servers and speaks MCP", () => {
    expect(run(["--help"])).toMatchObject({ status: 0, stderr: "" });
    const server = "http://127.0.0.1:9";
    expect(run(["entries", "--server", server])).toMatchObject({ status: 3, stdout: "" });
    const ping = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`;
    const proxied = run(["mcp", "--server", server], ping);
    expect(proxied.status).toBe(0);
    expect(JSON.parse(proxied.stdout)).toMatchObject({ id: 1, error: { code: -32_000 } });
  });

  it("cannot serve", () => {
    const served = run(["server", "run"]);
    expect(served.status).toBe(1);
    expect(served.stderr).toMatch(/reflect-metadata/);
  });
});
