import { existsSync, statSync } from "node:fs";

import { Api } from "../support/api.js";
import { dataFile, expectWhole } from "../support/data-file.js";
import { type ServerProcess, startServer } from "../support/server-process.js";

const CLIENTS = 24;

describe("a server that is stopped in the middle of a burst", () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServer();
  });

  afterAll(() => server.dispose());

  it("answers every request it admitted, refuses the rest, ends with 0 and leaves every acknowledged write", async () => {
    const scope = new Api(server.url).scope("burst");
    await scope.remember("before the burst");
    const written = new Set<string>();
    const ends: string[] = [];
    const client = async (number: number): Promise<void> => {
      for (let call = 0; ; call++) {
        const text = `client ${String(number)} call ${String(call)}`;
        const outcome = await scope.call("remember_memory", { kind: "fact", text }).catch(endOfConnection);
        if (outcome === "refused connection") {
          ends.push(outcome);
          return;
        }
        if (outcome.status === 200) {
          written.add(text);
          if (written.size === 100) server.signal("SIGTERM");
          continue;
        }
        ends.push((outcome.body as { error: { code: string } }).error.code);
        expect(outcome.status).toBe(503);
        return;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));

    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(ends).toHaveLength(CLIENTS);
    expect(ends.filter((end) => !["refused connection", "runtime_not_ready"].includes(end))).toEqual([]);
    expect(written.size).toBeGreaterThanOrEqual(100);
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
});

/** A connection that nobody accepts any more, or one closed before the request was sent, carried no admitted request. */
function endOfConnection(error: unknown): "refused connection" {
  const code = ((error as Error).cause as { code?: string } | undefined)?.code ?? "";
  if (["ECONNREFUSED", "ECONNRESET", "UND_ERR_SOCKET", "EPIPE"].includes(code)) return "refused connection";
  throw error;
}
