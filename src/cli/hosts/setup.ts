import { dirname } from "node:path";

import { type HostsConfig, parseHostsConfig } from "../../platform/config/hosts.config.js";
import type { ConfigEntry, Edit, Splice } from "./config-entry.js";
import { type ConfigFile, readConfigFile, restoreConfigFile, writeConfigFile } from "./config-file.js";
import { HOST_DEFINITIONS, type Host } from "./host.js";
import { PluginFolder, type Receipt } from "./plugin-folder.js";
import { DEFAULT_SERVER_URL, mcpUrlOf, parseServerUrl } from "./server-url.js";
import { withSetupLock } from "./setup-lock.js";
import { SetupRefusal } from "./setup-refusal.js";
import { withPlainRefusals } from "./system-refusal.js";
import { UndoLog } from "./undo-log.js";
import { refuseUnwritable } from "./writable.js";

const ATTEMPTS = 5;

export interface SetupOptions {
  /** The server's URL. Absent: what an earlier setup was told, else the one on this machine. */
  readonly server?: string;
  /** Say what would change, and write nothing. */
  readonly print: boolean;
}

/**
 * Copies the host's plugin folder into the data directory and registers its hook and its MCP server in the host's user config.
 * Running it again changes nothing, or refreshes what an older version or another server URL left.
 *
 * @returns lines for a person.
 * @throws SetupRefusal when a config is malformed, has an own entry in our place, or cannot be written. Nothing is changed then.
 */
export async function setUpHost(
  host: Host,
  options: SetupOptions,
  places: HostsConfig = parseHostsConfig(),
): Promise<readonly string[]> {
  const { title, afterSetup } = HOST_DEFINITIONS[host];
  const folder = new PluginFolder(host, places.dataDirectory);
  const given = options.server === undefined ? undefined : parseServerUrl(options.server);
  refuseUnstartable(folder);
  if (options.print) return withPlainRefusals(async () => printed(host, await plan(host, folder, given, places)));

  return withPlainRefusals(async () => {
    await refuseUnwritable([places.dataDirectory]);
    return withSetupLock(places.dataDirectory, async () => {
      const planned = await plan(host, folder, given, places);
      if (planned.lines.length === 0) return printed(host, planned);
      await refuseUnwritable([...planned.folders, ...(await folder.folders())]);
      await carryOut(planned, folder);
      const done = `${title} is set up, with the server at ${planned.serverUrl}:`;
      return [done, ...planned.lines, ...planned.kept, afterSetup];
    });
  });
}

/** All of it, or nothing. */
async function carryOut(planned: Plan, folder: PluginFolder): Promise<void> {
  const undo = new UndoLog();
  await undo.guard(async () => {
    undo.add(await folder.snapshot());
    await folder.copy(planned.mcpUrl);
    for (const entry of planned.entries) await installEntry(entry, folder, undo);
  });
}

/** Node takes a module's path as a URL, in which a backslash cannot stand. */
function refuseUnstartable(folder: PluginFolder): void {
  if (!folder.path.includes("\\")) return;
  const problem = `Node cannot run a hook in ${folder.path}, because there is a backslash in that path`;
  throw new SetupRefusal(`${problem}. Set POWERCONTEXT_HOME to a folder without one and run setup again.`);
}

interface Plan {
  readonly mcpUrl: string;
  readonly entries: readonly ConfigEntry[];
  readonly serverUrl: string;
  /** What changes; empty when nothing does. */
  readonly lines: readonly string[];
  /** What the user has written in our place. */
  readonly kept: readonly string[];
  /** Where configs change. */
  readonly folders: readonly string[];
}

function printed(host: Host, { serverUrl, lines, kept }: Plan): readonly string[] {
  const { title } = HOST_DEFINITIONS[host];
  if (lines.length === 0) return [`${title} is already set up for ${serverUrl}.`, ...kept];
  return [`Nothing is written. With the server at ${serverUrl}, ${title} would get:`, ...lines, ...kept];
}

/** Reads everything that will be touched, so that a refusal comes before the first write. */
async function plan(host: Host, folder: PluginFolder, given: string | undefined, places: HostsConfig): Promise<Plan> {
  const { entries: entriesOf } = HOST_DEFINITIONS[host];
  const serverUrl = given ?? (await installedServerUrl(folder)) ?? DEFAULT_SERVER_URL;
  const mcpUrl = mcpUrlOf(serverUrl);
  const entries = entriesOf({ places, folder: folder.path, serverUrl, node: process.execPath });
  const stale = await folder.stale(mcpUrl);
  const edits = await Promise.all(
    entries.map(async (entry) => {
      const file = await readConfigFile(entry.file);
      return { entry, edit: entry.install(file.text), folder: dirname(file.target) };
    }),
  );
  const lines = edits.flatMap(({ entry, edit }) => describe(entry, edit));
  if (stale.length > 0) lines.unshift(`${folder.path}: the plugin's files (${String(stale.length)})`);
  const folders = edits.filter(({ edit }) => changesOf(edit).length > 0).map((each) => each.folder);
  return { mcpUrl, entries, serverUrl, lines, kept: edits.flatMap(keptLines), folders };
}

function keptLines({ entry, edit }: { readonly entry: ConfigEntry; readonly edit: Edit }): readonly string[] {
  if (edit.keptLine === undefined) return [];
  return [`${entry.file}, line ${String(edit.keptLine)}: your own command for the ${entry.what} is kept as it is`];
}

const changesOf = (edit: Edit): readonly Splice[] => (edit.splice === undefined ? edit.exchanged : [edit.splice]);

/** What another setup was told; an address that would be refused today is not kept. */
async function installedServerUrl(folder: PluginFolder): Promise<string | undefined> {
  const url = await folder.mcpUrl();
  try {
    return url === undefined ? undefined : parseServerUrl(url);
  } catch {
    return undefined;
  }
}

function describe(entry: ConfigEntry, edit: Edit): string[] {
  const changes = changesOf(edit);
  if (changes.length === 0) return [];
  return [
    `${entry.file}: the ${entry.what}`,
    ...changes.flatMap((change) => [
      ...(edit.splice === undefined ? linesOf("-", change.before) : []),
      ...linesOf("+", edit.splice === undefined ? change.after : added(change)),
    ]),
  ];
}

/** Without the comments of the user's that the splice goes around. */
function added(splice: Splice): string {
  return splice.after.replace(splice.before, "").replace(/^\s*,/, "");
}

function linesOf(sign: string, text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => (line.trim() === "" ? [] : [`  ${sign} ${line}`]));
}

async function installEntry(entry: ConfigEntry, folder: PluginFolder, undo: UndoLog): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const file = await readConfigFile(entry.file);
    const edit = entry.install(file.text);
    if (edit.text === file.text) return;
    // First, so that a setup that is killed here can still be undone.
    await folder.writeReceipt(noted(await folder.readReceipt(), file, edit));
    undo.add(() => restoreConfigFile(file, edit.text));
    if (await writeConfigFile(file, edit.text)) return;
  }
  throw new SetupRefusal(`${entry.file} keeps changing while setup writes it; quit the host and run setup again.`);
}

function noted(receipt: Receipt, file: ConfigFile, edit: Edit): Receipt {
  const known = receipt.files[file.path];
  if (edit.splice !== undefined) {
    const created = file.bytes !== undefined ? "nothing" : file.folderExists ? "file" : "folder";
    return { files: { ...receipt.files, [file.path]: { created, splice: edit.splice } } };
  }
  if (known === undefined) return receipt;
  const after = edit.exchanged.reduce(
    (text, change) => text.replace(change.before, () => change.after),
    known.splice.after,
  );
  return { files: { ...receipt.files, [file.path]: { ...known, splice: { ...known.splice, after } } } };
}
