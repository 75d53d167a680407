// What is done with a stack, and what is looked at afterwards.
import { setTimeout as delay } from "node:timers/promises";

import { call, Load } from "./clients.mjs";
import { docker, attempt } from "./commands.mjs";

const SCOPE = "git:github.com/acme/first";
const FACT = "The staging database is restored every Monday.";

/** The first things a team does, through the published port. */
export async function mainJob(stack, checks) {
  const ask = (path, body) => call(stack, path, { scope_id: SCOPE, ...body });
  const anonymous = await call({ url: stack.url }, "/v1/capabilities");
  checks.equal("without the token: 401", [anonymous.status, anonymous.json?.error.code], [401, "unauthorized"]);
  const captured = await ask("/v1/sources/content", { source_id: "chat-1", content: "We restore staging on Mondays." });
  checks.equal("capture: 202", [captured.status, captured.json?.position], [202, 1]);
  const remembered = await ask("/v1/memory/remember", { kind: "fact", text: FACT });
  checks.equal("remember: the entry", [remembered.status, remembered.json?.entry.text], [200, FACT]);
  await found(stack, checks);
  const flushed = await ask("/v1/memory/flush", {});
  checks.equal(
    "flush without a model: refused",
    [flushed.status, flushed.json?.error.code],
    [422, "capability_not_supported"],
  );
  const large = await ask("/v1/sources/content", { source_id: "large", content: "\u{1F600}".repeat(200_000) });
  checks.equal("capture of the largest content: 202", large.status, 202);
  await speaksMcp(stack, checks);
}

/** What mainJob wrote. */
export async function found(stack, checks) {
  const query = { scope_id: SCOPE, query: "when is the staging database restored" };
  const searched = await call(stack, "/v1/memory/search", query);
  checks.equal(
    "search: the entry",
    searched.json?.hits?.map(({ text }) => text),
    [FACT],
  );
  const prepared = await call(stack, "/v1/context/prepare", query);
  checks.matches("prepare: the entry in the pack", String(prepared.json?.content), new RegExp(FACT));
}

async function speaksMcp(stack, checks) {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const headers = { accept: "application/json, text/event-stream" };
  const { status, text } = await call(stack, "/mcp", message, headers);
  checks.matches(`MCP: the tools (${status})`, text, /"name":"\w*remember\w*"/);
}

/** How the server's container is confined, and what its database user may not do. */
export async function isConfined(stack, checks) {
  const container = await stack.container("powercontext");
  const exec = async (...command) => (await attempt("docker", ["exec", container, ...command])).output.trim();
  checks.equal("the server runs as user 1000", await exec("id", "-u"), "1000");
  checks.matches("its file system is read-only", await exec("touch", "/app/x"), /Read-only file system/);
  const capabilities = await exec("sh", "-c", "grep CapEff /proc/1/status");
  checks.matches("it has no capability of the kernel", capabilities, /CapEff:\s0+$/m);
  const made = await exec("node", "--input-type=module", "-e", MAKES_TABLE);
  checks.equal("its database user may not make a table", made, "1142");
}

const MAKES_TABLE = `
import { createConnection } from "mysql2/promise";
import { parseServerConfig } from "/app/dist/platform/config/server.config.js";
const { address, user, password, database } = parseServerConfig().database;
const connection = await createConnection({ ...address, user, password, database });
await connection.query("CREATE TABLE another (id INT)").then(() => console.log("made"), ({ errno }) => console.log(errno));
connection.destroy();`;

/**
 * Ends the first process of a container from outside, as a crash would, after it has stood still for a moment, so that calls are under
 * way in it. Docker's restart policy brings it back.
 */
export async function crashes(stack, checks, service) {
  const before = Number(await stack.inspect(service, "{{.RestartCount}}"));
  const pid = Number(await stack.inspect(service, "{{.State.Pid}}"));
  process.kill(pid, "SIGSTOP");
  await delay(500);
  process.kill(pid, "SIGKILL");
  const after = await until(async () => Number(await stack.inspect(service, "{{.RestartCount}}")) > before, 30_000);
  checks.equal(`${service} crashes and is started again by its restart policy`, after, true);
}

/** `docker kill` counts as stopped by hand: no policy starts it again, `up` does. */
export async function isKilledByHand(stack, checks, service, up) {
  await docker(["kill", await stack.container(service)]);
  await delay(3_000);
  checks.equal(`${service} stays down after docker kill`, await stack.inspect(service, "{{.State.Status}}"), "exited");
  await stack.documented(up);
}

/** Kills under load, one after the other, and goes on when the service answers again. @returns the load, stopped */
export async function underLoad(stack, kills, clients = 4) {
  const load = new Load(stack, clients);
  try {
    await load.goesOn();
    for (const kill of kills) {
      await kill();
      await stack.ready();
      await load.goesOn();
    }
  } finally {
    await load.stop();
  }
  return load;
}

export async function keptEverything(load, checks) {
  const acknowledged = load.captured.size + load.remembered.size;
  checks.report(`${acknowledged} writes were acknowledged`, acknowledged > 50, () => "too few to say anything");
  checks.equal("and none of them is lost", await load.lost(), []);
}

/** The program that follows every hash chain, as the guide runs it. */
export async function isWhole(stack, checks, command) {
  const { status, output } = await stack.attempt(command);
  checks.equal("verify finds nothing", [status, /memory: \d+ Revisions whole, 0 faults/.test(output)], [0, true]);
}

export async function until(holds, limitMs) {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    if (await holds()) return true;
    await delay(250);
  }
  return false;
}
