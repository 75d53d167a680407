import { randomBytes } from "node:crypto";
import { chmod, chown, lstat, mkdir, open, readFile, realpath, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { SetupRefusal } from "./setup-refusal.js";

const BYTE_ORDER_MARK = "\uFEFF";
const NEW_FILE_MODE = 0o600;

/** A config file as it was read. */
export interface ConfigFile {
  /** Where it is named; a symbolic link stays one. */
  readonly path: string;
  /** Where it lies. */
  readonly target: string;
  /** Without byte order mark; empty when the file is missing. */
  readonly text: string;
  /** Undefined when the file is missing. */
  readonly bytes: Buffer | undefined;
  readonly folderExists: boolean;
}

/** @throws SetupRefusal when it is no file of UTF-8 text that may be written. */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  const target = await targetOf(path);
  const status = await stat(target).catch(missing);
  if (status === undefined) {
    const folderExists = (await stat(dirname(target)).catch(missing)) !== undefined;
    return { path, target, text: "", bytes: undefined, folderExists };
  }
  if (!status.isFile()) throw new SetupRefusal(`${path} is not a file.`);
  if ((status.mode & 0o444) === 0) {
    throw new SetupRefusal(`${path} may be read by nobody; give yourself the permission (chmod u+rw) and try again.`);
  }
  if ((status.mode & 0o222) === 0) {
    throw new SetupRefusal(
      `${path} is read-only; it may be managed by another tool. Make it writable, or add the entry there.`,
    );
  }
  const bytes = await readFile(target).catch(missing);
  // Somebody takes it away in this moment.
  if (bytes === undefined) return readConfigFile(path);
  return { path, target, text: decoded(path, bytes), bytes, folderExists: true };
}

/**
 * Writes the file at once or not at all, with the permissions and the owner it had.
 *
 * @returns false when somebody else has written it since it was read; nothing is changed then.
 */
export async function writeConfigFile(file: ConfigFile, text: string): Promise<boolean> {
  await mkdir(dirname(file.target), { recursive: true, mode: 0o700 });
  const mark = file.bytes?.toString("utf8").startsWith(BYTE_ORDER_MARK) === true ? BYTE_ORDER_MARK : "";
  const draft = await writeDraft(file.target, mark + text);
  try {
    const now = await readFile(file.target).catch(missing);
    const same = now === undefined ? file.bytes === undefined : file.bytes?.equals(now) === true;
    if (!same) {
      await rm(draft);
      return false;
    }
    await rename(draft, file.target);
    return true;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Gives a config file the bytes it was read with, unless somebody has written it since it became `text`. */
export async function restoreConfigFile(file: ConfigFile, text: string): Promise<void> {
  const now = await readConfigFile(file.path);
  if (now.bytes?.equals(file.bytes ?? Buffer.of()) === true || now.text !== text) return;
  if (file.bytes !== undefined) return writeAtOnce(file.target, file.bytes);
  await rm(file.target, { force: true });
  if (!file.folderExists) await rmdir(dirname(file.target)).catch(() => undefined);
}

/** Replaces a file of ours, at once or not at all. The mode is the old file's, for a new one 0600. */
export async function writeAtOnce(path: string, content: string | Buffer): Promise<void> {
  const draft = await writeDraft(path, content);
  try {
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeDraft(target: string, content: string | Buffer): Promise<string> {
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}.tmp`);
  const old = await stat(target).catch(missing);
  const handle = await open(draft, "wx", NEW_FILE_MODE);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await rm(draft, { force: true });
    // A write knows no path.
    throw Object.assign(error as NodeJS.ErrnoException, { path: draft });
  } finally {
    await handle.close();
  }
  if (old !== undefined) {
    // Only root can give a file back to its owner, and only root gets here for a file of another's.
    await chown(draft, old.uid, old.gid).catch(() => undefined);
    await chmod(draft, old.mode & 0o7777);
  }
  return draft;
}

async function targetOf(path: string): Promise<string> {
  const target = await realpath(path).catch(missing);
  if (target !== undefined) return target;
  const link = await lstat(path).catch(missing);
  if (link?.isSymbolicLink() === true)
    throw new SetupRefusal(`${path} is a symbolic link to nowhere; correct it and try again.`);
  return path;
}

function decoded(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SetupRefusal(`${path} is not UTF-8 text; correct it and try again.`);
  }
}

/** For a promise that fails because there is nothing: undefined. Any other failure stays one. */
export function missing(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
  return undefined;
}
