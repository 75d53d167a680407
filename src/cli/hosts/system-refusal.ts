import { dirname } from "node:path";

import { SetupRefusal } from "./setup-refusal.js";

const READING: ReadonlySet<string | undefined> = new Set(["read", "stat", "lstat", "scandir", "readlink", "realpath"]);
const DRAFT = ".tmp";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "you lack the permission; give it to yourself, or run the command as the owner",
  EPERM: "you lack the permission; give it to yourself, or run the command as the owner",
  EROFS: "its file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "your share of the disk is used up",
  ENOENT: "it has just been taken away; run the command again",
  ENOTDIR: "a file stands in the place of a folder; move it away",
  EEXIST: "something else stands in its place; move it away",
  EISDIR: "a folder stands in its place; move it away",
  ENAMETOOLONG: "a name in it is too long for a new file beside it",
  ELOOP: "its symbolic links go round in a circle; correct them",
};

/** What the operating system has refused, in a sentence with what to do. Anything else is thrown on as it is. */
export async function withPlainRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw plainRefusal(error);
  }
}

function plainRefusal(error: unknown): unknown {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || path === undefined) return error;
  const isDraft = path.endsWith(DRAFT);
  const doing = READING.has(syscall) || (syscall === "open" && !isDraft) ? "read" : "write";
  return new SetupRefusal(`Cannot ${doing} ${isDraft ? dirname(path) : path}: ${REASONS[code] ?? code}.`);
}
