// The real engine of the OceanBase family on this machine, for development and tests: `npm run engine` keeps one until
// Ctrl-C and prints its URL; scripts/test-oceanbase.mjs and the bench use startEngine(). Needs Python 3.11 or newer.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ENVIRONMENT = join(ROOT, ".engine");
const PYTHON = join(ENVIRONMENT, "bin", "python");
const PACKAGE = "pylibseekdb==1.4.0.post1";
const BOOT_DEADLINE_MS = 120_000;

/** Starts an engine with an empty database `test`. Resolves when it answers. */
export async function startEngine() {
  installEngine();
  const folder = mkdtempSync(join(ENVIRONMENT, "data-"));
  const keeper = spawn(PYTHON, [join(ROOT, "scripts", "engine-keeper.py"), folder], {
    env: { ...process.env, TELEMETRY_ENABLED: "false" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => keeper.once("exit", resolve));
  const socketPath = await socketOf(keeper, ended);
  return {
    socketPath,
    url: `mysql://root@localhost/test?socketPath=${socketPath}`,
    pid: keeper.pid,
    async stop() {
      keeper.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes what is needed to start engines, once. */
export function installEngine() {
  const probe = existsSync(PYTHON) && spawnSync(PYTHON, ["-c", "import pylibseekdb"]).status === 0;
  if (probe) return;
  console.error("Installing the engine into .engine (once, about 170 MB) …");
  run(process.env.PYTHON ?? "python3", ["-m", "venv", ENVIRONMENT]);
  run(PYTHON, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE]);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${error?.message ?? `exit ${status}`}`);
}

/** The keeper prints one line, the path of the socket, when the engine answers. */
async function socketOf(keeper, ended) {
  const lines = createInterface({ input: keeper.stdout });
  const ready = new Promise((resolve) => lines.once("line", resolve));
  const failed = ended.then((code) => Promise.reject(new Error(`the engine ended with ${code} before it was ready`)));
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("the engine was not ready in time")), BOOT_DEADLINE_MS);
  });
  try {
    return await Promise.race([ready, failed, late]);
  } catch (error) {
    keeper.kill("SIGKILL");
    throw error;
  } finally {
    clearTimeout(timer);
    failed.catch(() => undefined);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const engine = await startEngine();
  console.log(engine.url);
  await new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, resolve);
  });
  await engine.stop();
}
