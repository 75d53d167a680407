import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { Api } from "./api.js";
import type { Bench } from "./bench.js";
import { loaderDifferences } from "./loader-check.js";
import { loadProbe, writeProbe } from "./probe-scope.js";
import { pick, seeded } from "./random.js";
import { sentencePool } from "./word-model.js";

const ENTRIES = 1_000;
const POOL = 20_000;
const CHECKED = 50;
/** What decides which rows the file holds. */
const INGREDIENTS = ["migrations/sqlite", "src/kernel", "src/memory/domain", "src/search/domain"];
const OWN_INGREDIENTS = [
  "bulk-loader.sqlite",
  "database-file",
  "large-database",
  "probe-scope",
  "random",
  "scope-rows",
  "word-model",
];

export interface LargeDatabase {
  readonly dataDir: string;
  readonly scopes: number;
  readonly entries: number;
}

/**
 * Many scopes of 1,000 loaded entries, and the probe scope, written through the API. On SQLite a million entries, in a file
 * that is kept for later runs until something changes that decides its rows; on an engine 200,000, which go with it.
 *
 * @throws Error when what was loaded does not read back, or differs from what the service writes.
 */
export async function largeDatabase(bench: Bench): Promise<LargeDatabase> {
  if (bench.target.kind === "sqlite") return keptFile(bench, bench.count(1_000, 50));
  const scopes = bench.count(200, 20);
  const dataDir = await bench.dataDir("large");
  await fill(bench, dataDir, scopes - 1);
  return { dataDir, scopes, entries: scopes * ENTRIES };
}

async function keptFile(bench: Bench, scopes: number): Promise<LargeDatabase> {
  const name = `large-${String(scopes)}-`;
  const dataDir = join(bench.options.folder, name + (await fingerprint()));
  const file = { dataDir, scopes, entries: scopes * ENTRIES };
  if (existsSync(dataDir)) return file;

  for (const old of await readdir(bench.options.folder)) {
    if (old.startsWith(name)) await rm(join(bench.options.folder, old), { recursive: true });
  }
  const unfinished = await bench.dataDir("large");
  await fill(bench, unfinished, scopes - 1);
  await mkdir(bench.options.folder, { recursive: true });
  await rename(unfinished, dataDir);
  return file;
}

async function fill(bench: Bench, dataDir: string, scopes: number): Promise<void> {
  const texts = sentencePool(POOL, 41);
  const loader = await bench.target.openLoader(dataDir, texts);
  for (let scope = 0; scope < scopes; scope++) await loader.addScope(scopeOf(scope), ENTRIES, firstOf(scope));
  await loader.addScope("loaded", CHECKED, 0);
  await loader.close();

  const probe = await loadProbe(1);
  await bench.withServer("filling the large database", dataDir, async ({ url }) => {
    await writeProbe(url, probe.texts);
    const api = await Api.open(url);
    await expectReadable(api, texts, pick(seeded(42), [...Array(scopes).keys()]));
    for (let entry = 1; entry <= CHECKED; entry++) await api.remember("served", texts[entry] ?? "");
    api.close();
  });
  const session = await bench.target.openSession(dataDir);
  const differences = await loaderDifferences(session, "loaded", "served");
  await session.close();
  if (differences.length > 0)
    throw new Error(`the loader writes other rows than the service: ${differences.join(", ")}`);
}

/** List, changes and search give back what one loaded scope must hold. */
async function expectReadable(api: Api, texts: readonly string[], scope: number): Promise<void> {
  const expected = Array.from(
    { length: ENTRIES },
    (_, index) => texts[(firstOf(scope) + index + 1) % texts.length] ?? "",
  );
  const listed = (await api.list(scopeOf(scope))).answer.entries.map(({ text }) => text);
  const revisions = (await api.changes(scopeOf(scope))).answer.revisions;
  const sought = expected[ENTRIES / 2] ?? "";
  const [hit] = (await api.search(scopeOf(scope), sought)).answer.hits;
  const isWhole =
    [...listed].sort().join("\n") === [...expected].sort().join("\n") &&
    revisions.length === ENTRIES &&
    revisions.every(({ changes }) => changes.length === 1 && changes[0]?.op === "add") &&
    hit?.text === sought;
  if (!isWhole) throw new Error("a loaded scope does not read back as it was written");
}

const scopeOf = (scope: number): string => `other-${String(scope)}`;
const firstOf = (scope: number): number => scope * 617;

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  const files = OWN_INGREDIENTS.map((name) => join("bench/support", `${name}.ts`));
  for (const folder of INGREDIENTS) {
    const names = (await readdir(folder)).filter((name) => /\.(?:sql|ts)$/u.test(name) && !name.endsWith(".spec.ts"));
    files.push(...names.sort().map((name) => join(folder, name)));
  }
  for (const file of files) hash.update(file).update(await readFile(file));
  return hash.digest("hex").slice(0, 12);
}
