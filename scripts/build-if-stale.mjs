// Builds dist/ when a source is newer than it. Runs before `npm start` and `npm test`; says nothing when all is fresh.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const built = new URL("dist/main.js", root);
const client = new URL("dist/client/cjs/index.js", root);
const nest = new URL("node_modules/@nestjs/cli/bin/nest.js", root);
const clientBuild = new URL("scripts/build-client.mjs", root);

const modifiedAt = (url) => statSync(url).mtimeMs;
const isSpec = (name) => name.endsWith(".spec.ts");

/** Folders count too: their time changes when a file goes away. */
function newestIn(folder) {
  const inside = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !isSpec(entry.name))
    .map((entry) =>
      entry.isDirectory() ? newestIn(new URL(`${entry.name}/`, folder)) : modifiedAt(new URL(entry.name, folder)),
    );
  return Math.max(modifiedAt(folder), ...inside);
}

function isStale() {
  if (!existsSync(built) || !existsSync(client)) return true;
  const settings = readdirSync(root).filter((name) => /^(?:tsconfig.*|nest-cli|package-lock)\.json$/u.test(name));
  const newest = Math.max(
    newestIn(new URL("src/", root)),
    modifiedAt(clientBuild),
    ...settings.map((name) => modifiedAt(new URL(name, root))),
  );
  return newest > modifiedAt(built);
}

/** As `npm run build`. */
function build() {
  if (succeeds([fileURLToPath(nest), "build"]) && succeeds([fileURLToPath(clientBuild)])) return;
  // The compiler writes files even when types do not fit: the next start must not take them for a finished build.
  rmSync(built, { force: true });
  process.exitCode = 1;
}

function succeeds(args) {
  return spawnSync(process.execPath, args, { cwd: fileURLToPath(root), stdio: ["ignore", 2, 2] }).status === 0;
}

if (existsSync(nest)) {
  if (isStale()) build();
} else if (!existsSync(built)) {
  console.error("dist/main.js is missing and @nestjs/cli is not installed. Run `npm ci`, or build before installing.");
  process.exitCode = 1;
}
