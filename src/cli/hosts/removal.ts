import { rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";

import { type HostsConfig, parseHostsConfig } from "../../platform/config/hosts.config.js";
import type { ConfigEntry } from "./config-entry.js";
import { type ConfigFile, readConfigFile, restoreConfigFile, writeConfigFile } from "./config-file.js";
import { namesPath } from "./hook-command.js";
import { HOST_DEFINITIONS, type Host } from "./host.js";
import { PluginFolder, type ReceiptOfFile } from "./plugin-folder.js";
import { DEFAULT_SERVER_URL } from "./server-url.js";
import { withSetupLock } from "./setup-lock.js";
import { SetupRefusal } from "./setup-refusal.js";
import { withPlainRefusals } from "./system-refusal.js";
import { UndoLog } from "./undo-log.js";
import { refuseUnwritable } from "./writable.js";

const ATTEMPTS = 5;

/**
 * Takes out what setup has put in: the two entries, and then the copied plugin folder. A config file that the user has not
 * changed since has the bytes it had before setup; one that setup made is gone. Memory and Sources are not touched.
 *
 * @returns lines for a person.
 * @throws SetupRefusal before anything is written, when a config is malformed.
 */
export async function removeHost(
  host: Host,
  options: { readonly print: boolean },
  places: HostsConfig = parseHostsConfig(),
): Promise<readonly string[]> {
  const folder = new PluginFolder(host, places.dataDirectory);
  const planned = (): Promise<Plan> => plan(host, folder, places);
  if (options.print)
    return withPlainRefusals(async () => told(host, "Nothing is written. It would take out", await planned()));

  return withPlainRefusals(async () => {
    await refuseUnwritable([places.dataDirectory]);
    return withSetupLock(places.dataDirectory, async () => {
      const whole = await planned();
      if (whole.lines.length > 0) await carryOut(whole, folder);
      return told(host, "Taken out", whole);
    });
  });
}

/** All of it, or nothing. */
async function carryOut({ entries, folders }: Plan, folder: PluginFolder): Promise<void> {
  await refuseUnwritable([...folders, ...((await folder.exists()) ? await folder.folders() : [])]);
  const { files } = await folder.readReceipt();
  const undo = new UndoLog();
  await undo.guard(async () => {
    // Backwards, so that a folder that setup made for the first file is empty when it is its turn.
    for (const entry of entries.toReversed()) await removeEntry(entry, files[entry.file], undo);
    undo.add(await folder.snapshot());
    await folder.remove();
  });
}

interface Plan {
  readonly entries: readonly ConfigEntry[];
  readonly lines: readonly string[];
  /** Where configs change. */
  readonly folders: readonly string[];
}

async function plan(host: Host, folder: PluginFolder, places: HostsConfig): Promise<Plan> {
  const { entries: entriesOf } = HOST_DEFINITIONS[host];
  const entries = entriesOf({ places, folder: folder.path, serverUrl: DEFAULT_SERVER_URL, node: process.execPath });
  const { files } = await folder.readReceipt();
  const lines: string[] = [];
  const folders: string[] = [];
  const exists = await folder.exists();
  for (const entry of entries) {
    const { text, target } = await readConfigFile(entry.file);
    const rest = entry.remove(text, files[entry.file]?.splice);
    if (exists) refuseUsed(entry, { text, rest }, (part) => namesPath(part, folder.path, places.homeDirectory));
    if (rest === text) continue;
    const added = entry.additions(text);
    const more = added.length === 0 ? "" : `, with what you have added to it: ${added.join(", ")}`;
    lines.push(`${entry.file}: the ${entry.what}${more}`);
    folders.push(dirname(target));
  }
  if (exists) lines.push(`${folder.path}: the plugin`);
  return { entries, lines, folders };
}

/** A command of the user's that runs what is in our folder would fail at every prompt once the folder is gone. */
function refuseUsed(
  entry: ConfigEntry,
  { text, rest }: { readonly text: string; readonly rest: string },
  names: (part: string) => boolean,
): void {
  const used = entry.texts(rest).find((part) => names(part.text));
  if (used === undefined) return;
  const { line } = entry.texts(text).findLast((part) => part.text === used.text) ?? used;
  const place = `${entry.file}, line ${String(line)}`;
  throw new SetupRefusal(
    `${place}, still runs the hook by a command of your own. Take that command out and run uninstall again. Nothing is changed.`,
  );
}

function told(host: Host, what: string, { lines }: Plan): readonly string[] {
  const { title } = HOST_DEFINITIONS[host];
  if (lines.length === 0) return [`${title} is not set up: there is nothing to take out.`];
  return [`${what} of ${title}:`, ...lines];
}

async function removeEntry(entry: ConfigEntry, receipt: ReceiptOfFile | undefined, undo: UndoLog): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const file = await readConfigFile(entry.file);
    const text = entry.remove(file.text, receipt?.splice);
    if (text === file.text) return;
    undo.add(() => restoreRemoved(file, text));
    if (await writeConfigFile(file, text)) {
      if (receipt !== undefined && receipt.created !== "nothing" && isEmpty(text)) await rm(file.target);
      if (receipt?.created === "folder") await rmdir(dirname(file.target)).catch(() => undefined);
      return;
    }
  }
  throw new SetupRefusal(`${entry.file} keeps changing while it is written; quit the host and run uninstall again.`);
}

async function restoreRemoved(file: ConfigFile, text: string): Promise<void> {
  const now = await readConfigFile(file.path);
  // Gone because setup had made it.
  if (now.bytes === undefined) await writeConfigFile(now, file.text);
  else await restoreConfigFile(file, text);
}

function isEmpty(text: string): boolean {
  return /^\s*(?:\{\s*\})?\s*$/.test(text);
}
