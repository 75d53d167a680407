// `npm run test:compose -- [--quick] [--if-possible]`: starts what the compose files describe and does to it what happens
// to a deployment. Needs Docker with Compose; as root on Debian it makes stand-ins for images that cannot be pulled (debootstrap).
// --quick: one stack; --if-possible: without Docker say so and succeed.
import { parseArgs } from "node:util";

import { Checks } from "./compose/checks.mjs";
import { call } from "./compose/clients.mjs";
import { docker, runs } from "./compose/commands.mjs";
import { isStandIn, prepareImages } from "./compose/images.mjs";
import { crashes, found, isConfined, isKilledByHand, isWhole } from "./compose/scenarios.mjs";
import { keptEverything, mainJob, underLoad, until } from "./compose/scenarios.mjs";
import { hasCompose, Stack } from "./compose/stack.mjs";

const { values: options } = parseArgs({
  options: { quick: { type: "boolean", default: false }, "if-possible": { type: "boolean", default: false } },
});
const ENGINES = ["oceanbase/oceanbase-ce:4.3.5-lts"];
const MORE_IMAGES = ["oceanbase/seekdb:latest", "haproxy:3.2"];
const IMAGE = "powercontext-node:local";
const IMAGE_LIMIT_MB = 300;
/** What a password may hold that means something to URLs, SQL, YAML or a shell. */
const ODD_PASSWORD = 'p@s:s/%2F?#"w é&=';
const SETTINGS = {
  POWERCONTEXT_SERVER_AUTH_TOKEN: "a-token-of-the-test",
  POWERCONTEXT_DATABASE_PASSWORD: ODD_PASSWORD,
  POWERCONTEXT_DATABASE_ROOT_PASSWORD: "root-password-of-the-test",
};

const UP = "docker compose up -d";
const DOWN = "docker compose down";
const VERIFY = "docker compose run --rm powercontext node dist/verify.js";
const SEEKDB = "docker compose -f docker-compose.yml -f docker-compose.seekdb.yml up -d";
const REPLICAS = "docker compose -f docker-compose.yml -f docker-compose.replicas.yml up -d";
const SQLITE = "docker compose -f docker-compose.sqlite.yml up -d";

const checks = new Checks();

async function main() {
  if (!(await runs("docker", ["info"])) || !(await hasCompose())) {
    console.log("Docker with Compose is not to be had here: nothing was tried.");
    return options["if-possible"];
  }
  await prepareImages(options.quick ? ENGINES : [...ENGINES, ...MORE_IMAGES]);
  await withStack("team", SETTINGS, teamStack);
  if (!options.quick) {
    await withStack("replicas", SETTINGS, replicas);
    await withStack("sqlite", SETTINGS, sqlite);
    await withStack("seekdb", SETTINGS, seekdb);
  }
  const standIns = [];
  for (const name of [IMAGE, ...ENGINES, ...(options.quick ? [] : MORE_IMAGES)])
    if (await isStandIn(name)) standIns.push(name);
  if (standIns.length > 0) console.log(`\nmade from Debian's packages, not pulled: ${standIns.join(", ")}`);
  console.log(`\n${checks.summary}`);
  return checks.failed === 0;
}

async function withStack(name, settings, scenario) {
  const stack = await Stack.create(name, settings);
  try {
    await scenario(stack);
  } finally {
    await stack.remove();
  }
}

async function teamStack(stack) {
  await withoutSettings(stack);
  checks.begin("the image");
  await stack.documented("docker compose build");
  const bytes = Number(await docker(["image", "inspect", "--format", "{{.Size}}", IMAGE]));
  checks.atMost("its size", Math.round(bytes / 1e6), IMAGE_LIMIT_MB, "MB");
  await withImpossibleSettings(stack);
  await coldStart(stack);
  await isConfined(stack, checks);
  await isKilled(stack);
  await isTakenDown(stack);
  if (!options.quick) await hasAnotherPassword(stack);
}

/** Whoever has no .env is told what is missing, and nothing is started. */
async function withoutSettings(stack) {
  checks.begin("an empty .env");
  const names = Object.keys(SETTINGS);
  stack.set(Object.fromEntries(names.map((name) => [name, undefined])));
  const { status, output } = await stack.attempt(UP);
  checks.equal("up fails", status === 0, false);
  checks.matches("and names a variable", output, /POWERCONTEXT_\w+ is needed in \.env/);
  for (const name of names) {
    stack.set({ ...SETTINGS, [name]: "" });
    checks.matches(
      `${name} is asked for by name`,
      (await stack.attempt(UP)).output,
      new RegExp(`${name} is needed in \\.env`),
    );
  }
  checks.equal("nothing was started", await stack.containers(), []);
  stack.set(SETTINGS);
}

/** The images of the database would put it into SQL and shell commands as it is. */
async function withImpossibleSettings(stack) {
  checks.begin("a root password that the database's image could not take");
  stack.set({ POWERCONTEXT_DATABASE_ROOT_PASSWORD: 'it"s odd' });
  checks.equal("up fails", (await stack.attempt(UP)).status === 0, false);
  checks.matches("the job says what is wrong", await stack.logs("settings"), /ROOT_PASSWORD must be a letter and/);
  checks.equal("the database was not started", await stack.isRunning("oceanbase"), false);
  stack.set(SETTINGS);
}

async function coldStart(stack) {
  checks.begin("a cold start in one command");
  const begin = performance.now();
  await stack.documented(UP);
  await stack.ready();
  checks.atMost("ready", Math.round((performance.now() - begin) / 1_000), 600, "s");
  await mainJob(stack, checks);
}

async function isKilled(stack) {
  checks.begin("kills under load");
  const load = await underLoad(stack, [
    () => crashes(stack, checks, "powercontext"),
    () => crashes(stack, checks, "oceanbase"),
    () => isKilledByHand(stack, checks, "powercontext", UP),
    () => isKilledByHand(stack, checks, "oceanbase", UP),
  ]);
  await keptEverything(load, checks);
}

async function isTakenDown(stack) {
  checks.begin("down, and up with the volumes kept");
  await stack.documented(DOWN);
  checks.equal("nothing runs any more", await stack.containers(), []);
  await stack.documented(UP);
  await stack.ready();
  await found(stack, checks);
  await isWhole(stack, checks, VERIFY);
}

async function hasAnotherPassword(stack) {
  checks.begin("other passwords with the volume of before");
  stack.set({ POWERCONTEXT_DATABASE_PASSWORD: "changed" });
  await stack.documented(UP);
  await stack.ready();
  checks.equal("the one of the servers' user takes effect", (await stack.logs("migrate")).includes("is ready"), true);

  await stack.documented(DOWN);
  stack.set({ POWERCONTEXT_DATABASE_ROOT_PASSWORD: "another-root-password" });
  const up = stack.start(UP);
  const ended = new Promise((resolve) => up.once("exit", resolve));
  const running = await until(() => stack.isRunning("oceanbase"), 60_000);
  checks.equal("the database is started", running, true);
  // As if the volume were of another day.
  await docker([
    "exec",
    await stack.container("oceanbase"),
    "touch",
    "-d",
    "1 hour ago",
    "/root/.obd/cluster/obcluster/config.yaml",
  ]);
  const told = await until(
    async () => (await stack.logs("oceanbase")).includes("is not the password that this volume was made with"),
    60_000,
  );
  checks.equal("and says that root's password is another", told, true);
  checks.equal("the server is not started at all", await stack.isRunning("powercontext"), false);
  up.kill("SIGKILL");
  await ended;
}

async function replicas(stack) {
  checks.begin("three replicas behind the proxy");
  await stack.documented(REPLICAS);
  await stack.ready();
  await mainJob(stack, checks);
  const load = await underLoad(
    stack,
    [
      () => crashes(stack, checks, "powercontext-1"),
      () => isKilledByHand(stack, checks, "powercontext-2", REPLICAS),
      async () => docker(["stop", await stack.container("powercontext-3")]),
    ],
    8,
  );
  const { answers, refusals } = load;
  checks.report(
    `of ${answers} calls ${refusals.length} were refused`,
    refusals.length > 0,
    () => "nothing was under way",
  );
  checks.equal("each of them by a 503 as documented", load.undocumented(), []);
  await keptEverything(load, checks);

  checks.begin("no replica left");
  for (const number of [1, 2]) await docker(["stop", await stack.container(`powercontext-${number}`)]);
  const answer = await call(stack, "/v1/capabilities", undefined, { "x-powercontext-request-id": "mine-1" });
  checks.equal(
    "the proxy's own answer is one of the contract",
    [
      answer.status,
      answer.json?.error.code,
      answer.headers["retry-after"],
      answer.headers["x-powercontext-request-id"],
    ],
    [503, "runtime_not_ready", "1", "mine-1"],
  );
}

async function sqlite(stack) {
  const compose = "docker compose -f docker-compose.sqlite.yml";
  checks.begin("SQLite alone");
  await stack.documented(SQLITE);
  await stack.ready();
  await mainJob(stack, checks);
  await stack.documented(`${compose} exec -T powercontext node deploy/backup-sqlite.mjs /data/backup.db`);
  const load = await underLoad(stack, [() => crashes(stack, checks, "powercontext")]);
  await keptEverything(load, checks);

  checks.begin("SQLite: down, back to the backup, up");
  await stack.documented(`${compose} down`);
  await stack.documented(`${compose} run --rm powercontext sh deploy/restore-sqlite.sh /data/backup.db`);
  await stack.documented(SQLITE);
  await stack.ready();
  await found(stack, checks);
  checks.equal(
    "what came after the backup is gone",
    (await load.lost()).length,
    load.captured.size + load.remembered.size,
  );
}

async function seekdb(stack) {
  checks.begin("seekdb in the place of OceanBase");
  await stack.documented(SEEKDB);
  await stack.ready();
  await mainJob(stack, checks);
  await crashes(stack, checks, "oceanbase");
  await stack.ready();
  await found(stack, checks);
}

process.exitCode = (await main()) ? 0 : 1;
