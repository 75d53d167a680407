import { existsSync, statSync } from "node:fs";

import { Api, type ScopeApi } from "../support/api.js";
import { dataFile, expectWhole } from "../support/data-file.js";
import { type ServerProcess, startServer } from "../support/server-process.js";

const CLIENTS = 24;

describe("a server that is stopped in the middle of a burst", () => {
  let server: ServerProcess;

  beforeEach(async () => {
    server = await startServer();
  });

  afterEach(() => server.dispose());

  /** Clients that call until they are refused; the server is told to end when a hundred calls were answered. */
  const burst = async (
    call: (scope: ScopeApi, text: string) => ReturnType<ScopeApi["call"]>,
    success: number,
    signals: readonly NodeJS.Signals[] = ["SIGTERM"],
  ) => {
    const scope = new Api(server.url).scope("burst");
    const written = new Set<string>();
    const ends: string[] = [];
    const client = async (number: number): Promise<void> => {
      for (let count = 0; ; count++) {
        const text = `client ${String(number)} call ${String(count)}`;
        const outcome = await call(scope, text).catch(endOfConnection);
        if (outcome === "refused connection") {
          ends.push(outcome);
          return;
        }
        if (outcome.status === success) {
          written.add(text);
          if (written.size === 100) signalAll(server, signals);
          continue;
        }
        ends.push((outcome.body as { error: { code: string } }).error.code);
        expect(outcome.status).toBe(503);
        return;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
    expect(ends).toHaveLength(CLIENTS);
    expect(ends.filter((end) => !["refused connection", "runtime_not_ready"].includes(end))).toEqual([]);
    expect(written.size).toBeGreaterThanOrEqual(100);
    return written;
  };

  it.each<readonly [string, readonly NodeJS.Signals[]]>([
    ["once", ["SIGTERM"]],
    ["twice", ["SIGTERM", "SIGTERM"]],
    ["by Ctrl-C under npm", ["SIGINT", "SIGINT"]],
    ["by Ctrl-C and then by its supervisor", ["SIGINT", "SIGTERM", "SIGTERM"]],
  ])("told %s, answers what it admitted, refuses the rest, ends with 0 and keeps each write", async (_how, signals) => {
    await new Api(server.url).scope("burst").remember("before the burst");
    const remember = (scope: ScopeApi, text: string) => scope.call("remember_memory", { kind: "fact", text });
    const written = await burst(remember, 200, signals);

    expect(await server.exited).toEqual({ code: 0, signal: null });
    const wal = `${dataFile(server.dataDir)}-wal`;
    expect(existsSync(wal) ? statSync(wal).size : 0).toBe(0);

    // Nobody was cut off without an answer, so what is stored is exactly what was acknowledged.
    server = await startServer({ dataDir: server.dataDir });
    const { memory, entries } = await new Api(server.url).scope("burst").list();
    expect(new Set(entries.map(({ text }) => text))).toEqual(new Set([...written, "before the burst"]));
    expect(memory?.revision).toBe(written.size + 1);
    await server.kill("SIGTERM");
    await expectWhole(server.dataDir, "burst", written.size + 1);
  });

  it("leaves every acknowledged Source, and none that was not", async () => {
    const capture = (scope: ScopeApi, text: string) =>
      scope.call("capture_content_source", { source_id: text, content: text });
    const written = await burst(capture, 202);
    expect(await server.exited).toEqual({ code: 0, signal: null });

    server = await startServer({ dataDir: server.dataDir });
    const scope = new Api(server.url).scope("burst");
    const positions = new Set<number>();
    for (const text of written) positions.add((await scope.capture(text, text)).position);
    expect([...positions].sort((a, b) => a - b)).toEqual(Array.from({ length: written.size }, (_, n) => n + 1));
    expect((await scope.capture("next", "next")).position).toBe(written.size + 1);
  });
});

/** One after the other within a few milliseconds. */
function signalAll(server: ServerProcess, [first, ...rest]: readonly NodeJS.Signals[]): void {
  if (first === undefined) return;
  server.signal(first);
  setTimeout(signalAll, 5, server, rest);
}

/** A connection that nobody accepts any more, or one closed before the request was sent, carried no admitted request. */
function endOfConnection(error: unknown): "refused connection" {
  const code = ((error as Error).cause as { code?: string } | undefined)?.code ?? "";
  if (["ECONNREFUSED", "ECONNRESET", "UND_ERR_SOCKET", "EPIPE"].includes(code)) return "refused connection";
  throw error;
}
