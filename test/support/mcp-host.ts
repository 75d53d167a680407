import { spawn } from "node:child_process";
import { once } from "node:events";

import { CLI } from "./cli.js";
import { until } from "./until.js";

/** A message, as far as the tests look into one. */
interface Line {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result: ReturnType<typeof JSON.parse>;
}

export interface HostOptions {
  readonly url: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** An agent that runs `powercontext mcp`, writing and reading its lines by hand. */
export function startHost({ url, env = {} }: HostOptions) {
  const child = spawn(process.execPath, [CLI, "mcp"], {
    env: { PATH: process.env["PATH"], POWERCONTEXT_CLIENT_SERVER_URL: url, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (errors += chunk));
  const closed = once(child, "close");
  let read = 0;

  const write = (text: string | Uint8Array): void => {
    child.stdin.write(text);
  };
  const send = (message: unknown): void => {
    write(`${JSON.stringify(message)}\n`);
  };
  /** Every whole line so far. @throws SyntaxError when one is not JSON. */
  const lines = (): readonly Line[] =>
    output
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  const found = async (fits: (line: Line) => boolean, from: number): Promise<Line> => {
    await until(() => lines().slice(from).some(fits));
    return lines().slice(from).find(fits)!;
  };

  return {
    child,
    write,
    send,
    lines,
    /** Everything so far. */
    text: () => output,
    stderr: () => errors,
    call: (id: string, name: string, args: unknown) => {
      send({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
    },
    reply: (id: string | number): Promise<Line> => found((line) => line.id === id, 0),
    /** The next line that fits, beyond those that were found by this before. */
    next: async (fits: (line: Line) => boolean): Promise<Line> => {
      const line = await found(fits, read);
      read = lines().findIndex((each, index) => index >= read && fits(each)) + 1;
      return line;
    },
    async initialize(): Promise<void> {
      const clientInfo = { name: "test", version: "1" };
      const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
      send({ jsonrpc: "2.0", id: "initialize", method: "initialize", params });
      await found((line) => line.id === "initialize", 0);
      send({ jsonrpc: "2.0", method: "notifications/initialized" });
    },
    /** Closes its side. @returns the exit code, and how long the end took. */
    async end(): Promise<{ readonly code: number | null; readonly milliseconds: number }> {
      const started = performance.now();
      child.stdin.end();
      const [code] = (await closed) as [number | null];
      return { code, milliseconds: performance.now() - started };
    },
  };
}
