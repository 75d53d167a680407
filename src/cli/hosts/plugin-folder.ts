import { mkdir, readdir, readFile, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Splice } from "./config-entry.js";
import { missing, writeAtOnce } from "./config-file.js";
import { HOOK_FILE } from "./hook-command.js";
import { SetupRefusal } from "./setup-refusal.js";

/** The plugin folders as this version ships them. */
const SHIPPED = fileURLToPath(new URL("../../../integrations/", import.meta.url));
const MCP_FILE = ".mcp.json";
const RECEIPT_FILE = "setup.json";

/** What setup has put into the hosts' config files, kept beside the copied plugin. Holds no content of the user's but comments. */
export interface Receipt {
  readonly files: Readonly<Record<string, ReceiptOfFile>>;
}

export interface ReceiptOfFile {
  /** What was missing before. */
  readonly created: "nothing" | "file" | "folder";
  readonly splice: Splice;
}

/** A host's plugin folder in the data directory of the user, where the host finds it whatever becomes of this package. */
export class PluginFolder {
  readonly path: string;

  constructor(
    private readonly name: string,
    dataDirectory: string,
  ) {
    this.path = join(dataDirectory, "integrations", name);
  }

  get hookPath(): string {
    return join(this.path, HOOK_FILE);
  }

  async hasHook(): Promise<boolean> {
    return (await stat(this.hookPath).catch(missing))?.isFile() === true;
  }

  /** The files that differ from what this version ships for that MCP URL. @throws SetupRefusal when the package is incomplete. */
  async stale(mcpUrl: string): Promise<readonly string[]> {
    const files = await this.shipped(mcpUrl);
    const states = await Promise.all(
      [...files].map(async ([file, content]) => {
        const installed = await readFile(join(this.path, file)).catch(missing);
        return installed?.equals(content) === true ? [] : [file];
      }),
    );
    return [...states.flat(), ...(await this.leftOver(files))];
  }

  /** Where files are written and taken away. */
  async folders(): Promise<readonly string[]> {
    const entries = await readdir(this.path, { recursive: true, withFileTypes: true }).catch(missing);
    const inside = (entries ?? []).filter((entry) => entry.isDirectory());
    return [dirname(this.path), this.path, ...inside.map((entry) => join(entry.parentPath, entry.name))];
  }

  /** @returns what gives the folder the files it has now. */
  async snapshot(): Promise<() => Promise<void>> {
    const names = await filesIn(this.path);
    const files = await Promise.all(
      (names ?? []).map(async (name) => ({ name, content: await readFile(join(this.path, name)) })),
    );
    return async () => {
      if (names === undefined) return this.remove();
      for (const name of (await filesIn(this.path)) ?? []) {
        if (!names.includes(name)) await rm(join(this.path, name));
      }
      for (const { name, content } of files) {
        const path = join(this.path, name);
        await mkdir(dirname(path), { recursive: true });
        const now = await readFile(path).catch(missing);
        if (now?.equals(content) !== true) await writeAtOnce(path, content);
      }
    };
  }

  /** File by file, each at once, because a host may run the hook in this moment. */
  async copy(mcpUrl: string): Promise<void> {
    const files = await this.shipped(mcpUrl);
    for (const [file, content] of files) {
      const path = join(this.path, file);
      await mkdir(dirname(path), { recursive: true });
      const installed = await readFile(path).catch(missing);
      if (installed?.equals(content) !== true) await writeAtOnce(path, content);
    }
    for (const file of await this.leftOver(files)) await rm(join(this.path, file));
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
    // The folder above, when it held nothing else.
    await rmdir(dirname(this.path)).catch(() => undefined);
  }

  async exists(): Promise<boolean> {
    return (await readdir(this.path).catch(missing)) !== undefined;
  }

  /** The MCP URL of the installed copy. Undefined when there is none or it cannot be read. */
  async mcpUrl(): Promise<string | undefined> {
    const text = await readFile(join(this.path, MCP_FILE), "utf8").catch(missing);
    if (text === undefined) return undefined;
    try {
      const url: unknown = (JSON.parse(text) as McpFile).mcpServers.powercontext.url;
      return typeof url === "string" ? url : undefined;
    } catch {
      return undefined;
    }
  }

  async readReceipt(): Promise<Receipt> {
    const text = await readFile(join(this.path, RECEIPT_FILE), "utf8").catch(missing);
    try {
      return { files: (JSON.parse(text ?? "") as Receipt).files };
    } catch {
      // Uninstall can do without: it knows its entries by their content.
      return { files: {} };
    }
  }

  async writeReceipt(receipt: Receipt): Promise<void> {
    await mkdir(this.path, { recursive: true });
    await writeAtOnce(join(this.path, RECEIPT_FILE), `${JSON.stringify(receipt, undefined, 2)}\n`);
  }

  private async shipped(mcpUrl: string): Promise<ReadonlyMap<string, Buffer>> {
    const folder = join(SHIPPED, this.name);
    const names = (await filesIn(folder)) ?? [];
    if (!names.some((name) => name.endsWith("-hook.mjs"))) {
      throw new SetupRefusal(`The hook is missing in this installation (${folder}); install PowerContext again.`);
    }
    const files = await Promise.all(
      names.map(async (name): Promise<[string, Buffer]> => {
        const content = await readFile(join(folder, name));
        return [name, name === MCP_FILE ? withUrl(content, mcpUrl) : content];
      }),
    );
    return new Map(files);
  }

  private async leftOver(files: ReadonlyMap<string, Buffer>): Promise<readonly string[]> {
    const installed = (await filesIn(this.path)) ?? [];
    return installed.filter((file) => file !== RECEIPT_FILE && !files.has(file));
  }
}

interface McpFile {
  readonly mcpServers: { readonly powercontext: { url: unknown } };
}

function withUrl(content: Buffer, url: string): Buffer {
  const parsed = JSON.parse(content.toString("utf8")) as McpFile;
  parsed.mcpServers.powercontext.url = url;
  return Buffer.from(`${JSON.stringify(parsed, undefined, 2)}\n`);
}

async function filesIn(folder: string): Promise<readonly string[] | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(missing);
  return entries
    ?.filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replace(/^\/+/, ""))
    .sort();
}
