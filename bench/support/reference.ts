import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { addressIn, endWithUs } from "./server.js";

const PROGRAM = fileURLToPath(new URL("./reference.process.ts", import.meta.url));

export interface Reference {
  readonly url: string;
  readonly pid: number;
}

/** Runs `use` against the reference server over that file. */
export async function withReference<T>(
  path: string,
  scopeId: string,
  use: (reference: Reference) => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, ["--import", "tsx", PROGRAM, path, scopeId], {
    env: { PATH: process.env["PATH"], UV_THREADPOOL_SIZE: "8" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  endWithUs(child);
  const url = await addressIn(child.stdout, child);
  const result = await use({ url, pid: child.pid ?? 0 });
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
  return result;
}
