import { join, resolve } from "node:path";

import type { Environment } from "./environment.js";
import type { Machine } from "./machine.js";

/** POWERCONTEXT_HOME, else where the platform keeps application data. */
export function dataDirectory(environment: Environment, machine: Machine): string {
  const chosen = environment.shared("POWERCONTEXT_HOME");
  if (chosen !== undefined) return resolve(machine.workingDirectory, chosen);
  if (machine.platform === "darwin") {
    return join(machine.homeDirectory, "Library", "Application Support", "powercontext");
  }
  const shared = environment.shared("XDG_DATA_HOME");
  // The XDG specification tells us to ignore a relative path.
  const base = shared?.startsWith("/") ? shared : join(machine.homeDirectory, ".local", "share");
  return join(base, "powercontext");
}
