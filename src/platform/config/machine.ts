import { readFileSync } from "node:fs";
import { homedir } from "node:os";

/** What parsing needs to know of the machine besides its environment variables. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly homeDirectory: string;
  readonly workingDirectory: string;
  /** @throws Error when the file cannot be read. */
  readTextFile(path: string): string;
}

export function thisMachine(): Machine {
  return {
    platform: process.platform,
    homeDirectory: homedir(),
    workingDirectory: process.cwd(),
    readTextFile: (path) => readFileSync(path, "utf8"),
  };
}
