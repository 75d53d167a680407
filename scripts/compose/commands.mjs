import { execFile, spawn } from "node:child_process";

const MEGABYTES = 1024 * 1024;

/** Runs a command, which may fail. Nothing else waits for it. @returns both outputs as one, and how it ended: 0 is well */
export function attempt(command, args, { env = process.env, cwd, timeout } = {}) {
  return new Promise((resolve) => {
    execFile(command, args, { env, cwd, timeout, maxBuffer: 64 * MEGABYTES }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : (error.code ?? error.signal), output: stdout + stderr, stdout });
    });
  });
}

/** Runs a command to its end. @returns what it printed. @throws Error with its output when it fails */
export async function run(command, args, options) {
  const { status, output, stdout } = await attempt(command, args, options);
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(" ")} failed (${status}):\n${output.slice(-4_000)}`);
}

/** Whether a command succeeds. */
export async function runs(command, args, options) {
  return (await attempt(command, args, options)).status === 0;
}

/** Starts a command and lets it run. Its output is thrown away. */
export function start(command, args, { env, cwd }) {
  return spawn(command, args, { env, cwd, stdio: "ignore" });
}

export const docker = (args) => run("docker", args);
