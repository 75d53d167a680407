import { rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";

import { type HostsConfig, parseHostsConfig } from "../../platform/config/hosts.config.js";
import type { ConfigEntry } from "./config-entry.js";
import { readConfigFile, writeConfigFile } from "./config-file.js";
import { HOST_DEFINITIONS, type Host } from "./host.js";
import { PluginFolder, type ReceiptOfFile } from "./plugin-folder.js";
import { DEFAULT_SERVER_URL } from "./server-url.js";
import { withSetupLock } from "./setup-lock.js";
import { SetupRefusal } from "./setup-refusal.js";

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
  if (options.print) return told(host, "Nothing is written. It would take out", await plan(host, folder, places));

  return withSetupLock(places.dataDirectory, async () => {
    const planned = await plan(host, folder, places);
    const { files } = await folder.readReceipt();
    // Backwards, so that a folder that setup made for the first file is empty when it is its turn.
    for (const entry of planned.entries.toReversed()) await removeEntry(entry, files[entry.file]);
    await folder.remove();
    return told(host, "Taken out", planned);
  });
}

interface Plan {
  readonly entries: readonly ConfigEntry[];
  readonly lines: readonly string[];
}

async function plan(host: Host, folder: PluginFolder, places: HostsConfig): Promise<Plan> {
  const { entries: entriesOf } = HOST_DEFINITIONS[host];
  const entries = entriesOf({ places, folder: folder.path, serverUrl: DEFAULT_SERVER_URL, node: process.execPath });
  const { files } = await folder.readReceipt();
  const lines: string[] = [];
  for (const entry of entries) {
    const { text } = await readConfigFile(entry.file);
    if (entry.remove(text, files[entry.file]?.splice) !== text) lines.push(`${entry.file}: the ${entry.what}`);
  }
  if (await folder.exists()) lines.push(`${folder.path}: the plugin`);
  return { entries, lines };
}

function told(host: Host, what: string, { lines }: Plan): readonly string[] {
  const { title } = HOST_DEFINITIONS[host];
  if (lines.length === 0) return [`${title} is not set up: there is nothing to take out.`];
  return [`${what} of ${title}:`, ...lines];
}

async function removeEntry(entry: ConfigEntry, receipt: ReceiptOfFile | undefined): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const file = await readConfigFile(entry.file);
    const text = entry.remove(file.text, receipt?.splice);
    if (text === file.text) return;
    if (await writeConfigFile(file, text)) {
      if (receipt !== undefined && receipt.created !== "nothing" && isEmpty(text)) await rm(file.target);
      if (receipt?.created === "folder") await rmdir(dirname(file.target)).catch(() => undefined);
      return;
    }
  }
  throw new SetupRefusal(`${entry.file} keeps changing while it is written; quit the host and run uninstall again.`);
}

function isEmpty(text: string): boolean {
  return /^\s*(?:\{\s*\})?\s*$/.test(text);
}
