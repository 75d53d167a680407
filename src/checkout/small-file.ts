import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";

export type SmallFile =
  | { readonly kind: "read"; readonly text: string }
  | { readonly kind: "absent" }
  /** No regular file, larger than allowed, or not ours to read. */
  | { readonly kind: "unusable" };

const ABSENT: SmallFile = { kind: "absent" };
const UNUSABLE: SmallFile = { kind: "unusable" };

/** Reads a regular file, links followed. Never waits for a writer as a pipe or a device would, and never reads more than allowed. */
export function readSmall(path: string | URL, maxBytes: number): SmallFile {
  try {
    // Asked before it is opened, because opening a device may already do something.
    if (!statSync(path).isFile()) return UNUSABLE;
    // And opened without waiting and asked again, because it may be another one by now.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return fstatSync(file).isFile() ? readOpen(file, maxBytes) : UNUSABLE;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return isMissing(error) ? ABSENT : UNUSABLE;
  }
}

/** Of a file of no consequence: what cannot be read is as good as absent. */
export function textOf(path: string | URL, maxBytes: number): string | undefined {
  const file = readSmall(path, maxBytes);
  return file.kind === "read" ? file.text : undefined;
}

export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}

function readOpen(file: number, maxBytes: number): SmallFile {
  const bytes = Buffer.allocUnsafe(maxBytes + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length <= maxBytes; length += read) {
    read = readSync(file, bytes, length, bytes.length - length, null);
  }
  return length > maxBytes ? UNUSABLE : { kind: "read", text: bytes.toString("utf8", 0, length) };
}
