import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

import { Api } from "../support/api.js";
import { type ServerProcess, startServer, verifyDatabase, wholeDatabase } from "../support/server-process.js";
import { SpokenSocket } from "../support/spoken-socket.js";
import { until } from "../support/until.js";

/** More than the server has open when it starts, fewer than the crowd that comes. */
const ROOM = 20;
const CROWD = 60;

/**
 * Leaves a running process room for so many descriptors more. From its start it could not be so few: to load its modules
 * takes more at once than to run. @returns the limit
 */
function leaveRoom(pid: number, more: number): number {
  const limit = openDescriptors(pid) + more;
  execFileSync("prlimit", ["--pid", String(pid), `--nofile=${String(limit)}:${String(limit)}`]);
  return limit;
}

const openDescriptors = (pid: number): number => readdirSync(`/proc/${String(pid)}/fd`).length;

const canLimit = spawnSync("prlimit", ["--version"]).status === 0;
if (!canLimit) console.warn("The test of the descriptor limit is skipped: there is no prlimit here");

(canLimit ? describe : describe.skip)("a server that may open no more descriptors", () => {
  let server: ServerProcess;

  beforeEach(async () => {
    server = await startServer();
  });

  afterEach(() => server.dispose());

  const livenessOf = async (): Promise<number> =>
    (await fetch(`${server.url}/health/live`, { headers: { connection: "close" } })).status;

  it("goes on with the connections it has, and takes new ones when some have ended", async () => {
    const known = await SpokenSocket.open(server.url);
    const limit = leaveRoom(server.pid, ROOM);
    const crowd = await Promise.all(Array.from({ length: CROWD }, () => SpokenSocket.open(server.url)));
    await until(() => openDescriptors(server.pid) >= limit);

    const body = JSON.stringify({ scope_id: "crowd", kind: "fact", text: "Written at the limit." });
    const head = `POST /v1/memory/remember HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    known.say(`${head}Content-Length: ${String(body.length)}\r\n\r\n${body}`);
    expect(await known.status()).toBe(200);

    for (const one of crowd) one.leave();
    expect(await livenessOf()).toBe(200);
    const scope = new Api(server.url).scope("crowd");
    expect(await scope.find("written at the limit")).toEqual(["Written at the limit."]);
    await scope.remember("Written after it.");
    expect(await server.kill()).toEqual({ code: 0, signal: null });
    expect(await verifyDatabase(server.dataDir)).toMatch(wholeDatabase(2));
  });
});
