import { spawnSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";

import { Api } from "../support/api.js";
import { expectContract, operation } from "../support/contract.js";
import { expectWhole } from "../support/data-file.js";
import { type ServerProcess, startServer } from "../support/server-process.js";

const READERS = 8;
const CONNECTIONS = 6;
const IDLE_CLIENTS = 40;
const MANY = 4_096;
const SCOPE = { scope_id: "s" };
const FIRST = "The first is kept.";

const canLimit = process.platform === "linux" && spawnSync("prlimit", ["--version"]).status === 0;
if (!canLimit) console.warn("The tests of a server that may open no more files are skipped: they need prlimit.");

(canLimit ? describe : describe.skip)("a server that may open no more files", () => {
  let server: ServerProcess;
  let kept: Agent;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    // Each reader opens the log beside the file when it reads for the first time.
    server = await startServer({ env: { DATABASE_READERS: String(READERS) } });
    kept = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    await new Api(server.url).scope("s").remember(FIRST);
    await Promise.all(Array.from({ length: CONNECTIONS }, () => call("get_liveness")));
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    kept.destroy();
    await server.dispose();
  });

  /** On a connection that is open already. */
  const call = (operationId: string, body?: object): Promise<{ readonly status: number; readonly body: unknown }> =>
    send(kept, server.url, operationId, body);
  const searches = (count: number) =>
    Promise.all(Array.from({ length: count }, () => call("search_memory", { ...SCOPE, query: "first kept" })));
  const remember = (text: string) => call("remember_memory", { ...SCOPE, kind: "fact", text });

  it("refuses the reads it has no file for, answers the others and writes, and reads again with all when it may", async () => {
    limitFiles(server, lowestLimit(await openFiles(server), 1));
    const answers = [];
    for (let round = 0; round < 10; round++) answers.push(...(await searches(CONNECTIONS)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(answers.length);
    expect(refused).toEqual(refused.map(() => ({ status: 503, body: NO_FILE_SAID })));
    expect(await remember("Written without a file to spare.")).toMatchObject({ status: 200 });

    limitFiles(server, MANY);
    for (let round = 0; round < 5; round++) {
      for (const { status, body } of await searches(CONNECTIONS)) {
        expect({ status, body }).toMatchObject({ status: 200, body: { hits: [{ text: FIRST }] } });
      }
    }
    expect(await new Api(server.url).scope("s").find("spare")).toEqual(["Written without a file to spare."]);
    expect((await new Api(server.url).call("get_readiness")).body).toMatchObject({ status: "ready" });
    expect(await server.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    await expectWhole(server.dataDir, "s", 2);
  });

  it("because clients hold them all serves whom it has, loses nothing it took, and takes new ones when they go", async () => {
    limitFiles(server, lowestLimit(await openFiles(server), 3));
    sockets.push(...(await Promise.all(Array.from({ length: IDLE_CLIENTS }, () => idleClient(server.url)))));
    const remembered: string[] = [FIRST];
    for (let number = 0; number < 20; number++) {
      const text = `Number ${String(number)} under pressure.`;
      const answers = [await remember(text), ...(await searches(CONNECTIONS))];
      if (answers[0]?.status === 200) remembered.push(text);
      for (const answer of answers) {
        if (answer.status !== 200) expect(answer).toEqual({ status: 503, body: NO_FILE_SAID });
      }
    }
    expect(remembered.length).toBeGreaterThan(10);

    for (const socket of sockets.splice(0)) socket.destroy();
    limitFiles(server, MANY);
    const { entries } = await new Api(server.url).scope("s").list();
    expect(entries.map(({ text }) => text).sort()).toEqual(remembered.sort());
    expect(await server.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    await expectWhole(server.dataDir, "s", remembered.length);
  });
});

const NO_FILE_SAID: unknown = expect.objectContaining({
  error: expect.objectContaining({ code: "runtime_not_ready", details: null }) as unknown,
});

function send(agent: Agent, url: string, operationId: string, body: object | undefined) {
  const { method, path } = operation(operationId);
  return new Promise<{ readonly status: number; readonly body: unknown }>((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const asked = request(url + path, { agent, method: method.toUpperCase(), headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const answer = {
          status: response.statusCode ?? 0,
          body: JSON.parse(Buffer.concat(chunks).toString()) as unknown,
        };
        expectContract(operationId, answer.status, answer.body);
        resolve(answer);
      });
    });
    asked.on("error", reject).end(body && JSON.stringify(body));
  });
}

async function openFiles({ pid }: ServerProcess): Promise<readonly number[]> {
  return (await readdir(`/proc/${String(pid)}/fd`)).map(Number);
}

/** Below which number there are exactly so many that are not taken: the system gives out the lowest. */
function lowestLimit(taken: readonly number[], free: number): number {
  let limit = 0;
  for (let left = free; left > 0; limit++) left -= taken.includes(limit) ? 0 : 1;
  return limit;
}

function limitFiles({ pid }: ServerProcess, limit: number): void {
  const { status, stderr } = spawnSync("prlimit", ["--pid", String(pid), `--nofile=${String(limit)}:`]);
  if (status !== 0) throw new Error(`prlimit failed: ${stderr.toString()}`);
}

/** A connection that says nothing, or that the server had no file for. */
function idleClient(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      resolve(socket);
    });
    socket.on("error", () => {
      resolve(socket);
    });
  });
}
