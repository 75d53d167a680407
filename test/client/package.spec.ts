import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import { type ScriptedServer, startScriptedServer } from "../support/scripted-server.js";

const ROOT = resolve(__dirname, "../..");
const ESM = join(ROOT, "dist/client/index.js");
const COMMON_JS = join(ROOT, "dist/client/cjs/index.js");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const run = promisify(execFile);

/** A project of somebody else, with this package installed. */
let project: string;
let server: ScriptedServer;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "powercontext-consumer-"));
  await run("mkdir", [join(project, "node_modules")]);
  await symlink(ROOT, join(project, "node_modules/powercontext"));
  server = await startScriptedServer();
  server.answerJson(200, { status: "ok" });
});
afterAll(async () => {
  await server.close();
  await rm(project, { recursive: true, force: true });
});

/** What a file of that project prints, line by line. The URL of a server is its argument. */
async function printed(name: string, text: string, ...flags: readonly string[]): Promise<readonly string[]> {
  await writeFile(join(project, name), text);
  const { stdout } = await run(process.execPath, [...flags, name, server.url], { cwd: project });
  return stdout.trimEnd().split("\n");
}

/** A timer left behind would keep the process for weeks. */
const CALL = `new PowerContextClient({ baseUrl: process.argv[2], timeoutMs: 2 ** 31 - 1 }).getLiveness().then((answer) => console.log(JSON.stringify(answer)));`;
/** Prints every module that is loaded after it. */
const SPY = `
import { register } from "node:module";
const hook = \`
  import { writeSync } from "node:fs";
  export async function load(url, context, next) {
    writeSync(1, "loaded " + url + "\\\\n");
    return next(url, context);
  }\`;
register("data:text/javascript," + encodeURIComponent(hook));
`;

describe("the built client", () => {
  it("is imported by its name and loads one file", async () => {
    const text = `${SPY} const { PowerContextClient } = await import("powercontext/client"); ${CALL}`;
    expect(await printed("esm.mjs", text)).toEqual([`loaded ${pathToFileURL(ESM).href}`, '{"status":"ok"}']);
  });

  it("is required by its name and loads one file", async () => {
    const list = `console.log(Object.keys(require.cache).filter((path) => path !== __filename).join());`;
    const text = `const { PowerContextClient } = require("powercontext/client"); ${list} ${CALL}`;
    expect(await printed("common.cjs", text)).toEqual([COMMON_JS, '{"status":"ok"}']);
  });

  it("needs nothing but what browsers have too", async () => {
    const text = `
      import { readFileSync } from "node:fs";
      import vm from "node:vm";
      const web = { fetch, AbortController, URL, TextDecoder, TextEncoder, setTimeout, clearTimeout };
      const context = vm.createContext(web);
      console.log(vm.runInContext("[typeof process, typeof Buffer, typeof require, typeof global].join()", context));
      const module = new vm.SourceTextModule(readFileSync(${JSON.stringify(ESM)}, "utf8"), { context });
      await module.link((name) => { throw new Error("imports " + name); });
      await module.evaluate();
      const { PowerContextClient, PowerContextError } = module.namespace;
      const client = new PowerContextClient({ baseUrl: process.argv[2], token: "t" });
      console.log(JSON.stringify(await client.getLiveness()));
      console.log(JSON.stringify(await client.searchMemory({ scope_id: "s", query: "q" }).catch((error) =>
        [error instanceof PowerContextError, error.kind, error.message])));
    `;
    expect(await printed("web.mjs", text, "--experimental-vm-modules", "--no-warnings")).toEqual([
      "undefined,undefined,undefined,undefined",
      '{"status":"ok"}',
      '[true,"invalid_response","The answer to search_memory is not what the contract says: memory: is missing."]',
    ]);
  });

  it.each([ESM, COMMON_JS])("has fewer than 20 kB when gzipped: %s", (file) => {
    const bytes = gzipSync(readFileSync(file)).length;
    expect(bytes).toBeGreaterThan(2_000);
    expect(bytes).toBeLessThan(20_000);
  });

  it.each(["powercontext", "powercontext/dist/main.js", "powercontext/dist/client/index.js"])(
    "is the only door: %s is closed",
    async (name) => {
      const text = `import(${JSON.stringify(name)}).catch(({ code }) => console.log(code));`;
      expect(await printed("door.mjs", text)).toEqual(["ERR_PACKAGE_PATH_NOT_EXPORTED"]);
    },
  );
});

const CONSUMER = `
import { PowerContextClient, PowerContextError, type FlushMemoryResponse, type MemoryEntry } from "powercontext/client";

export async function use(client: PowerContextClient, signal: AbortSignal): Promise<MemoryEntry | null> {
  const { entry } = await client.rememberMemory({ scope_id: "s", kind: "fact", text: "t" }, { signal, timeoutMs: 5 });
  const flushed: FlushMemoryResponse = await client.flushThrough({ scope_id: "s", position: 1 }, { maxCalls: 2 });
  const { status }: { readonly status: "ready" | "degraded" | "not_ready" } = await client.getReadiness();
  // @ts-expect-error text is missing
  await client.rememberMemory({ scope_id: "s", kind: "fact" });
  // @ts-expect-error the contract has no such field
  await client.searchMemory({ scope_id: "s", query: "q", top: 5 });
  // @ts-expect-error a Revision is a number
  const wrong: string = flushed.memory?.revision;
  return [status, wrong].length > 2 ? null : entry;
}

export const client = new PowerContextClient({ baseUrl: "http://127.0.0.1:8000", token: "t", fetch });
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof PowerContextError)) return undefined;
  switch (error.kind) {
    case "refused":
      return error.code;
    case "unreachable":
    case "timeout":
    case "aborted":
    case "invalid_response":
      return error.requestId;
  }
}
`;

describe("the types of the built client", () => {
  it.each([
    ["with the types of browsers", { lib: ["es2022", "dom"], types: [] }],
    ["with the types of Node", { lib: ["es2023"], types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] }],
  ])(
    "fit an ES module and a CommonJS module %s",
    async (_, libraries) => {
      const files = ["consumer.mts", "consumer.cts"];
      const strict = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
      };
      const compilerOptions = {
        ...strict,
        ...libraries,
        noEmit: true,
        listFiles: true,
        module: "nodenext",
        target: "es2022",
      };
      await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
      for (const file of files) await writeFile(join(project, file), CONSUMER);
      const { stdout } = await run(process.execPath, [TSC, "-p", project]);
      expect(stdout).toContain("dist/client/index.d.ts");
      expect(stdout).toContain("dist/client/cjs/index.d.ts");
    },
    180_000,
  );
});
