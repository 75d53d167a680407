// Finishes what the compiler wrote to dist, or to the folder given: the entry `powercontext/client`, one file for ES modules, one
// for CommonJS, types for both; and the command.
import { chmod, cp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const dist = process.argv[2] ?? fileURLToPath(new URL("../dist/", import.meta.url));
const client = join(dist, "client");
const commonJs = join(client, "cjs");
const entry = fileURLToPath(new URL("../src/client/index.ts", import.meta.url));

// Bundled for any platform, so an import of Node would fail here.
const bundle = (format, outfile) =>
  build({ entryPoints: [entry], bundle: true, platform: "neutral", target: "es2022", format, outfile });

await rm(commonJs, { recursive: true, force: true });
for (const name of await readdir(client, { recursive: true })) {
  if (/\.js(?:\.map)?$/u.test(name)) await rm(join(client, name));
  if (name.endsWith(".d.ts")) await cp(join(client, name), join(commonJs, name));
}
await bundle("esm", join(client, "index.js"));
await bundle("cjs", join(commonJs, "index.js"));
await writeFile(join(commonJs, "package.json"), '{ "type": "commonjs" }\n');

// The command `powercontext`: the compiler gives no file the right to be run.
await chmod(join(dist, "cli/main.js"), 0o755);
