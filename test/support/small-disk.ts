import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of its own with very little room. */
export interface SmallDisk {
  readonly path: string;
  resize(megabytes: number): void;
  unmount(): void;
}

/** Mounting is for the superuser of Linux only. @returns the reason when there is no such disk to be had. */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  if (process.platform !== "linux") return "small disks are mounted on Linux only";
  const path = mkdtempSync(join(tmpdir(), "powercontext-disk-"));
  const mounted = run("mount", ["-t", "tmpfs", "-o", `size=${String(megabytes)}m`, "tmpfs", path]);
  if (mounted !== undefined) {
    rmdirSync(path);
    return mounted;
  }
  return {
    path,
    resize: (size) => {
      const failed = run("mount", ["-o", `remount,size=${String(size)}m`, path]);
      if (failed !== undefined) throw new Error(failed);
    },
    unmount: () => {
      const failed = run("umount", [path]);
      if (failed !== undefined) throw new Error(failed);
      rmdirSync(path);
    },
  };
}

/** @returns what went wrong. */
function run(command: string, options: readonly string[]): string | undefined {
  const { status, error, stderr } = spawnSync(command, options, { encoding: "utf8" });
  if (status === 0) return undefined;
  return `${command} failed: ${error?.message ?? stderr.trim()}`;
}
