// Bundles the hook of each host into one file, or with --check fails when a checked-in file is not what would be written.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const root = new URL("../", import.meta.url);
const banner = "// Generated from integrations/hook by npm run integrations:build";

async function bundle(host) {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(root),
    entryPoints: [`integrations/hook/${host}.hook.ts`],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    charset: "utf8",
    banner: { js: banner },
  });
  return outputFiles[0].text;
}

for (const host of ["codex", "claude-code"]) {
  const path = `integrations/${host}/hooks/powercontext-hook.mjs`;
  const target = new URL(path, root);
  const text = await bundle(host);
  if (!process.argv.includes("--check")) {
    await mkdir(new URL(".", target), { recursive: true });
    await writeFile(target, text);
  } else if (text !== (await readFile(target, "utf8").catch(() => ""))) {
    console.error(`${path} is not what integrations/hook says. Run: npm run integrations:build`);
    process.exitCode = 1;
  }
}
