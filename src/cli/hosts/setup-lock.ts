import { mkdir, open, readFile, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { missing } from "./config-file.js";
import { SetupRefusal } from "./setup-refusal.js";

const ATTEMPTS = 200;
const PAUSE_MS = 50;

/**
 * One setup or uninstall at a time for a user. A lock whose process is gone is taken over.
 *
 * @throws SetupRefusal when another one holds it for ten seconds.
 */
export async function withSetupLock<T>(dataDirectory: string, work: () => Promise<T>): Promise<T> {
  const path = join(dataDirectory, "setup.lock");
  for (let attempt = 0; !(await taken(dataDirectory, path)); attempt += 1) {
    if (attempt === ATTEMPTS)
      throw new SetupRefusal(`Another setup is running (${path}); wait for it, then try again.`);
    await pause(PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
    // When nothing else is in it: an uninstall leaves no empty folder.
    await rmdir(dataDirectory).catch(() => undefined);
  }
}

async function taken(folder: string, path: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(path, "wx", 0o600);
    await handle.writeFile(String(process.pid));
    await handle.close();
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The one before has just taken its empty folder away.
    if (code === "ENOENT") return false;
    if (code !== "EEXIST") throw error;
    const holder = Number(await readFile(path, "utf8").catch(missing));
    // An empty lock is being written.
    if (holder > 0 && !isAlive(holder)) await rm(path, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
