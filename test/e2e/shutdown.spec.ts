import { existsSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";

import { type ServerProcess, startServer } from "../support/server-process.js";
import { onSqliteOnly } from "../support/test-database.js";
import { until } from "../support/until.js";

const BODY = JSON.stringify({ scope_id: "shutdown", source_id: "last", content: "written while stopping" });

describe("a server that is asked to stop", () => {
  let server: ServerProcess;

  beforeEach(async () => {
    server = await startServer();
  });

  afterEach(() => server.dispose());

  it.each(["SIGTERM", "SIGINT"] as const)("ends with 0 on %s", async (signal) => {
    await capture(server, "before");
    expect(await server.kill(signal)).toEqual({ code: 0, signal: null });
  });

  onSqliteOnly("that stores in a file", () => {
    it("leaves no log of writes beside it, and nobody else may read it", async () => {
      await capture(server, "before");
      await server.kill("SIGTERM");
      const file = statSync(join(server.dataDir, "powercontext-node.db"));
      expect(file.size).toBeGreaterThan(0);
      expect(file.mode & 0o777).toBe(0o600);
      const wal = join(server.dataDir, "powercontext-node.db-wal");
      expect(existsSync(wal) ? statSync(wal).size : 0).toBe(0);
    });
  });

  it("finishes a request it has admitted and refuses the next", async () => {
    const socket = await open(server);
    // The head is admitted; the body arrives after the signal.
    socket.write(
      `POST /v1/sources/content HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${String(BODY.length)}\r\n\r\n`,
    );
    socket.write(BODY.slice(0, 10));
    await until(async () => (await inProgress(server)) === 1);
    server.signal("SIGTERM");
    await until(() => server.output().includes('"stopping"'));
    await expect(fetch(`${server.url}/health/live`)).rejects.toThrow();

    socket.write(BODY.slice(10));
    const answer = await received(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 202 /);
    expect(answer).toContain('"position":1');
    expect(await server.exited).toEqual({ code: 0, signal: null });

    server = await startServer({ dataDir: server.dataDir });
    expect(await capture(server, "last", "written while stopping")).toMatchObject({ position: 1 });
    expect(await capture(server, "next")).toMatchObject({ position: 2 });
  });

  it("does not wait for a connection that is only kept alive", async () => {
    const socket = await open(server);
    socket.write("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await new Promise((done) => socket.once("data", done));
    const begin = performance.now();
    expect(await server.kill()).toEqual({ code: 0, signal: null });
    expect(performance.now() - begin).toBeLessThan(5_000);
    socket.destroy();
  });

  it("is not hurried by repeated signals, only by who interrupts again after a while, and says so", async () => {
    const socket = await open(server);
    socket.write(
      "POST /v1/sources/content HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    );
    await until(async () => (await inProgress(server)) === 1);
    const begin = performance.now();
    server.signal("SIGINT");
    await until(() => server.output().includes('"stopping"'));
    let ended = false;
    void server.exited.then(() => (ended = true));
    await until(() => {
      server.signal("SIGTERM");
      server.signal("SIGINT");
      return ended;
    });
    expect(await server.exited).toEqual({ code: 130, signal: null });
    expect(performance.now() - begin).toBeGreaterThan(1_900);
    expect(server.output()).toContain('"stopped by force: requests may be left unanswered"');
    expect(server.output()).not.toContain('"stopped"');
    socket.destroy();
  });
});

async function capture(server: ServerProcess, sourceId: string, content = "x"): Promise<unknown> {
  const response = await fetch(`${server.url}/v1/sources/content`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ scope_id: "shutdown", source_id: sourceId, content }),
  });
  return response.json();
}

/** Captures the server is working on now, as its metrics tell. */
async function inProgress(server: ServerProcess): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = /^powercontext_server_transport_requests_in_progress\{.*capture_content_source.*\} (\d+)$/m.exec(text);
  return Number(line?.[1] ?? 0);
}

async function open(server: ServerProcess): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  await new Promise((done) => socket.once("connect", done));
  return socket;
}

function received(socket: Socket): Promise<string> {
  return new Promise((done, fail) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    socket.on("end", () => {
      socket.end();
      done(text);
    });
    socket.on("error", fail);
  });
}
