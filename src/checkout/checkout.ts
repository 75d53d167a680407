import { realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

import type { Environment } from "./environment.js";
import { ScopeUnknown } from "./scope-unknown.js";
import { isMissing, readSmall } from "./small-file.js";

/** What is known about a folder in a git repository. */
export interface Checkout {
  /** Undefined where there is none, as in a bare repository. */
  readonly top: string | undefined;
  /** Of a worktree its own, not the one it shares. */
  readonly gitDir: string;
}

export type Discovery =
  | { readonly kind: "none" }
  | { readonly kind: "found"; readonly checkout: Checkout; readonly top: string; readonly commonDir: string }
  /** Git itself may see it differently: the checkout is what to take when git is not there. */
  | { readonly kind: "unclear"; readonly checkout: Checkout | undefined };

/** Of a file that holds one path. Git itself reads no more. */
const MAX_LINK_BYTES = 2 ** 20;
/** Variables that move the repository or its configuration elsewhere. */
const MOVES = /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|OBJECT_DIRECTORY|CEILING_DIRECTORIES|DISCOVERY_.*|CONFIG.*)$/;

/**
 * Finds the checkout around a folder as git does, by reading files: a process takes longer than all of it. What git decides by
 * more than the place of files — a bare repository, another user's files, variables — is left to git.
 * @throws ScopeUnknown when a file that leads on is there and cannot be read.
 */
export function discover(folder: string, environment: Environment): Discovery {
  if (Object.keys(environment).some((name) => MOVES.test(name))) return { kind: "unclear", checkout: undefined };
  const device = stat(folder)?.dev;
  for (let at = folder; device !== undefined && stat(at)?.dev === device; at = dirname(at)) {
    if (stat(join(at, ".git")) !== undefined) return checkoutAt(at);
    if (isFile(join(at, "HEAD"))) return { kind: "unclear", checkout: undefined };
    if (at === dirname(at)) break;
  }
  return { kind: "none" };
}

/** Absolute and free of links, as far as the path exists. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch (error) {
    const parent = dirname(absolute);
    if (parent === absolute || !isMissing(error)) throw error;
    return join(realPath(parent), basename(absolute));
  }
}

function checkoutAt(top: string): Discovery {
  const entry = join(top, ".git");
  const gitDir = isFile(entry) ? linked(top, /^gitdir: (.*?)[\r\n]*$/s.exec(linkIn(entry) ?? "")?.[1]) : entry;
  if (gitDir === undefined) return { kind: "unclear", checkout: undefined };
  const checkout = { top, gitDir };
  if (!isFile(join(gitDir, "HEAD"))) return { kind: "unclear", checkout };
  const commonDir = linked(gitDir, linkIn(join(gitDir, "commondir"))?.replace(/[\r\n]+$/, "")) ?? gitDir;
  const whole = ["objects", "refs"].every((name) => stat(join(commonDir, name)) !== undefined);
  return whole && [top, entry, gitDir].every(isOurs)
    ? { kind: "found", checkout, top, commonDir }
    : { kind: "unclear", checkout };
}

function linkIn(path: string): string | undefined {
  const file = readSmall(path, MAX_LINK_BYTES);
  if (file.kind === "unusable") throw new ScopeUnknown();
  return file.kind === "read" ? file.text : undefined;
}

function linked(from: string, to: string | undefined): string | undefined {
  return to === undefined || to === "" ? undefined : resolve(from, to);
}

/** Undefined for what is not there and for what we may not look at. */
function stat(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

const isFile = (path: string): boolean => stat(path)?.isFile() ?? false;

/** Git trusts other people's repositories only where the user said so. */
function isOurs(path: string): boolean {
  const owner = stat(path)?.uid;
  return process.getuid === undefined || owner === process.getuid();
}
