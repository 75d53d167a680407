// The images that the compose files name: pulled, or made from Debian's packages and the engine of `npm run engine` where no registry
// is reached. They keep the names that the files use, so that those are started as they are.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { installEngine } from "../engine.mjs";
import { docker, run, runs } from "./commands.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const STAND_INS = fileURLToPath(new URL("stand-ins", import.meta.url));
export const DEBIAN = "debian:bookworm-slim";
const NODE = "node:24-bookworm-slim";
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";
/** What Debian's own slim images leave out. */
const NOT_SLIM = ["usr/share/doc", "usr/share/man", "usr/share/info", "usr/share/locale", "usr/share/lintian"];
const CACHES = ["var/cache/apt", "var/cache/debconf", "var/lib/apt/lists", "var/log"];

const hasImage = (name) => runs("docker", ["image", "inspect", name]);

/** Sees to it that every image is there, the real one or one that stands in for it. */
export async function prepareImages(names) {
  const missing = [];
  for (const name of [DEBIAN, NODE, ...names]) if (!(await hasImage(name))) missing.push(name);
  if (missing.length === 0) return;
  const isReached = await runs("docker", ["pull", "--quiet", DEBIAN], { timeout: 60_000 });
  if (!isReached) console.log("No registry of images is reached: making stand-ins.");
  for (const name of missing) await (isReached ? docker(["pull", "--quiet", name]) : standIn(name));
}

export async function isStandIn(name) {
  const labels = await docker(["image", "inspect", "--format", "{{json .Config.Labels}}", name]);
  return labels.includes("powercontext.stand-in");
}

async function standIn(name) {
  const scratch = mkdtempSync(join(existsSync("/var/tmp") ? "/var/tmp" : tmpdir(), "powercontext-image-"));
  console.log(`  ${name} …`);
  try {
    if (name === DEBIAN) await makeDebian(scratch);
    else if (name === NODE) await makeNode(scratch);
    else await makeFromFolder(name, scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function makeDebian(scratch) {
  const root = join(scratch, "root");
  await run("debootstrap", ["--variant=minbase", "bookworm", root]);
  for (const folder of [...NOT_SLIM, ...CACHES]) rmSync(join(root, folder), { recursive: true, force: true });
  for (const folder of CACHES) mkdirSync(join(root, folder), { recursive: true });
  const label = ["--change", "LABEL powercontext.stand-in=yes"];
  await run("sh", [
    "-c",
    `tar -C '${root}' -c . | docker import ${label.map((part) => `'${part}'`).join(" ")} - ${DEBIAN}`,
  ]);
}

/** Node and npm from the registry of packages; of this machine its certificates, and the headers, of which only the stable part counts. */
async function makeNode(scratch) {
  const made = join(scratch, "made");
  await run("npm", ["install", "--prefix", scratch, "--no-audit", "--no-fund", "node@24", "npm@11"]);
  const into = (...path) => join(made, "usr/local", ...path);
  for (const folder of ["bin", "lib/node_modules", "include"]) mkdirSync(into(folder), { recursive: true });
  cpSync(join(scratch, "node_modules/node/bin/node"), into("bin/node"));
  cpSync(join(scratch, "node_modules/npm"), into("lib/node_modules/npm"), { recursive: true });
  for (const name of ["npm", "npx"]) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, into("bin", name));
  cpSync(join(dirname(process.execPath), "../include/node"), into("include/node"), { recursive: true });
  const env = existsSync(CERTIFICATES) ? `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}\n` : "";
  if (env !== "") cpSync(CERTIFICATES, join(made, CERTIFICATES), { dereference: true });
  writeFileSync(join(scratch, "Dockerfile"), `FROM ${DEBIAN}\nCOPY made /\n${env}${await addDriver(into)}`);
  await docker(["build", "--quiet", "--tag", NODE, scratch]);
}

/** The SQLite driver that was compiled here is the prebuilt file there, where this is the same Debian. */
async function addDriver(into) {
  if (!readFileSync("/etc/os-release", "utf8").includes("bookworm")) return "";
  const driver = join(ROOT, "node_modules/sqlite3");
  const { version } = JSON.parse(readFileSync(join(driver, "package.json"), "utf8"));
  const file = `sqlite3-v${version}-napi-v6-${process.platform}-${process.arch}.tar.gz`;
  mkdirSync(into("share/prebuilds"), { recursive: true });
  await run("tar", ["-C", driver, "-czf", into("share/prebuilds", file), "build/Release/node_sqlite3.node"]);
  return "ENV npm_config_sqlite3_local_prebuilds=/usr/local/share/prebuilds\n";
}

async function makeFromFolder(name, scratch) {
  const folder = name.replace(/^.*\//, "").replace(/:.*$/, "");
  cpSync(join(STAND_INS, folder), scratch, { recursive: true });
  if (folder !== "haproxy") cpSync(engineFolder(), join(scratch, "engine"), { recursive: true });
  await docker(["build", "--quiet", "--tag", name, scratch]);
}

function engineFolder() {
  installEngine();
  const lib = join(ROOT, ".engine", "lib");
  const python = readdirSync(lib).find((name) => name.startsWith("python3"));
  return join(lib, python, "site-packages/pylibseekdb");
}
