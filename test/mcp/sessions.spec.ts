import { connect, type Socket } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Api, type Mutation } from "../support/api.js";
import { CLIENTS, connectSdk1, withClient } from "../support/mcp-clients.js";
import { call } from "../support/mcp-messages.js";
import { startRoundRobin } from "../support/round-robin.js";
import { type ServerProcess, startServer, startTogether, verifyDatabase } from "../support/server-process.js";
import { until } from "../support/until.js";

const SENTINEL = "sentinel-7f0c9a21";
const scope_id = `scope-${SENTINEL}`;

describe("one server", () => {
  let server: ServerProcess;

  beforeEach(async () => {
    server = await startServer({ env: { LOGGING_LEVEL: "debug" } });
  });

  afterEach(() => server.dispose());

  const scope = () => new Api(server.url).scope(scope_id);

  it("does 25 calls of one session at once and keeps a whole chain", async () => {
    const texts = Array.from({ length: 25 }, (_, index) => `Statement number ${String(index)}.`);
    await scope().rememberAll(texts.slice(20));
    await withClient(connectSdk1, `${server.url}/mcp`, async (client) => {
      // Each names a head that other calls move on, so a retirement reads again until it comes first.
      const retire = async (text: string): Promise<Mutation> => {
        for (;;) {
          const entry = (await scope().list()).entries.find((candidate) => candidate.text === text);
          const answer = await client.call("retire_memory_entry", { scope_id, citation: entry?.citation });
          if (!answer.isError) return answer.structuredContent as Mutation;
          expect(answer.text).toContain('"revision_conflict"');
        }
      };
      const remember = async (text: string): Promise<Mutation> => {
        const answer = await client.call("remember_memory", { scope_id, kind: "fact", text });
        return answer.structuredContent as Mutation;
      };
      const done = await Promise.all([...texts.slice(0, 20).map(remember), ...texts.slice(20).map(retire)]);
      expect(done.map(({ entry }) => entry.text)).toEqual(texts);
      const revisions = done.map(({ memory }) => memory.revision).sort((a, b) => a - b);
      expect(revisions).toEqual(Array.from({ length: 25 }, (_, index) => 6 + index));
    });
    const { entries } = await scope().list();
    expect(entries.map(({ text }) => text).sort()).toEqual(texts.slice(0, 20).sort());
    await server.kill();
    expect(await verifyDatabase(server.dataDir)).toContain("30 Revisions whole, 0 faults");
  });

  it("is replaced by the next one without any client noticing", async () => {
    const clients = await Promise.all(CLIENTS.map(([, connectTo]) => connectTo(`${server.url}/mcp`)));
    for (const client of clients) {
      const { isError } = await client.call("remember_memory", { scope_id, kind: "fact", text: "Before." });
      expect(isError).toBe(false);
    }
    await server.kill();
    server = await startServer({ dataDir: server.dataDir, env: { HTTP_PORT: new URL(server.url).port } });
    for (const client of clients) {
      const { structuredContent } = await client.call("list_memory_entries", { scope_id });
      expect(structuredContent).toMatchObject({ entries: [{ text: "Before." }] });
      await client.close();
    }
  });

  it("finishes a call it has admitted while it stops", async () => {
    const body = JSON.stringify(call("remember_memory", { scope_id, kind: "fact", text: "Written while stopping." }));
    const socket = await open(server);
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${String(body.length)}\r\n\r\n`,
    );
    socket.write(body.slice(0, 10));
    await until(async () =>
      (await (await fetch(`${server.url}/metrics`)).text()).includes(
        'in_progress{transport="mcp",operation="other"} 1',
      ),
    );
    server.signal("SIGTERM");
    await until(() => server.output().includes('"stopping"'));
    const answered = received(socket);
    socket.write(body.slice(10));
    expect(await answered).toMatch(/^HTTP\/1\.1 200 [^]*"text":"Written while stopping\."/);
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  it("ends at once when clients are only connected", async () => {
    for (const [, connectTo] of CLIENTS) {
      const client = await connectTo(`${server.url}/mcp`);
      await client.list();
    }
    expect(await server.kill()).toEqual({ code: 0, signal: null });
  });

  it("has one line in its log for a message, under the id of its answer, and never what was sent", async () => {
    const send = (body: object, requestId: string) =>
      fetch(`${server.url}/mcp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "x-powercontext-request-id": requestId,
          "mcp-protocol-version": requestId === "version" ? SENTINEL : "2025-06-18",
        },
        body: JSON.stringify(body),
      });
    const given = { scope_id, kind: SENTINEL, text: SENTINEL };
    await send(call("remember_memory", given), "done");
    await send(call("remember_memory", { ...given, expected_revision: 9, reason: SENTINEL }), "refused");
    await send(call("remember_memory", { ...given, [SENTINEL]: SENTINEL }), "invalid");
    await send(call(SENTINEL, given), "unknown");
    await send({ jsonrpc: "2.0", id: SENTINEL, method: SENTINEL }, "method");
    await send({ jsonrpc: "2.0", id: 1, method: "tools/list" }, "version");
    await server.kill();
    const lines = server
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    const of = (requestId: string) =>
      lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line["request_id"] === requestId);
    expect(of("done")).toMatchObject([{ level: "INFO", msg: "request", operation: "remember_memory", status: 200 }]);
    expect(of("refused")).toMatchObject([
      { level: "INFO", msg: "request refused", code: "revision_conflict" },
      { msg: "request", operation: "remember_memory", status: 200 },
    ]);
    expect(of("invalid")).toMatchObject([{ code: "invalid_request" }, { operation: "remember_memory" }]);
    expect(of("unknown")).toMatchObject([{ operation: "other", status: 200 }]);
    expect(of("method")).toMatchObject([{ operation: "other", status: 200 }]);
    expect(of("version")).toMatchObject([{ operation: "tools/list", status: 400 }]);
    expect(server.output()).not.toContain(SENTINEL);
    expect(lines.filter((line) => line.includes('"ERROR"'))).toEqual([]);
  });
});

describe("two servers behind one address", () => {
  it("answer 50 sessions whose every request goes to the other one", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
    const servers = await startTogether(2, dataDir);
    const balancer = await startRoundRobin(servers.map(({ url }) => url));
    try {
      const revisions: number[] = [];
      for (let session = 0; session < 50; session++) {
        const [, connectTo] = CLIENTS[session % CLIENTS.length] ?? ["", connectSdk1];
        await withClient(connectTo, `${balancer.url}/mcp`, async (client) => {
          expect(await client.list()).toHaveLength(6);
          const text = `Said in session ${String(session)}.`;
          const { structuredContent } = await client.call("remember_memory", { scope_id, kind: "fact", text });
          revisions.push((structuredContent as Mutation).memory.revision);
          const found = await client.call("search_memory", {
            scope_id,
            query: `session ${String(session)}`,
            limit: 50,
          });
          expect(found.text).toContain(text);
        });
      }
      expect(revisions).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
      expect(Math.min(...balancer.passed)).toBeGreaterThan(100);
    } finally {
      await balancer.close();
      await Promise.all(servers.map((server) => server.kill("SIGKILL")));
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

function open(server: ServerProcess): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      resolve(socket);
    }).once("error", reject);
  });
}

function received(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("end", () => {
      socket.end();
      resolve(Buffer.concat(chunks).toString("utf8"));
    });
  });
}
