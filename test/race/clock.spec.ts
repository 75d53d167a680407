import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { Api } from "../support/api.js";
import { storedCursors } from "../support/cursors.js";
import { flushFaults, isAllProcessed } from "../support/flush-audit.js";
import { OpenAiServer } from "../support/openai-server.js";
import { ReviewApi } from "../support/review-api.js";
import { oneEntryForEach, shownSources } from "../support/scripted-memory.js";
import { startServer, verifyDatabase, wholeDatabase, type ServerProcess } from "../support/server-process.js";
import { alterDatabase, readDatabase, testedDatabase } from "../support/test-database.js";
import { until } from "../support/until.js";

const CLOCK_SHIFT = resolve("test/support/clock-shift.mjs");
const OFTEN = { RUNTIME_SCHEDULE_SECONDS: "0.1" };
const HOUR_MS = 3_600_000;
const PATIENCE = testedDatabase === "sqlite" ? "PRAGMA busy_timeout = 10000; " : "";

describe("a clock that goes back an hour", () => {
  let dataDir: string;
  let provider: OpenAiServer;
  const servers: ServerProcess[] = [];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
    provider = await OpenAiServer.start();
    provider.chat.answer(oneEntryForEach);
  });

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.kill("SIGKILL");
    await provider.down();
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = async (schedule: Readonly<Record<string, string>>): Promise<ServerProcess> => {
    const server = await startServer({
      dataDir,
      env: { ...provider.generationSettings(), ...schedule },
      launch: { nodeFlags: ["--import", CLOCK_SHIFT] },
    });
    servers.push(server);
    return server;
  };
  const metric = async ({ url }: ServerProcess, name: string): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(new RegExp(`^powercontext_server_${name} (\\S+)$`, "m").exec(text)?.[1]);
  };

  it("on one of two servers changes neither what is written nor in which order, nor who flushes what", async () => {
    const [shifted, steady] = [await start(OFTEN), await start(OFTEN)];
    const scopes = [shifted, steady].map(({ url }) => new Api(url).scope("s"));
    const [left, right] = scopes as [(typeof scopes)[number], (typeof scopes)[number]];
    await right.remember("before");
    const tick = await metric(shifted, "schedule_last_tick_seconds");
    process.kill(shifted.pid, "SIGUSR2");
    await until(async () => (await metric(shifted, "schedule_last_tick_seconds")) < tick - 3_000);

    for (let n = 0; n < 5; n++) {
      await left.remember(`left ${String(n)}`);
      await right.remember(`right ${String(n)}`);
    }
    const texts = ["before", ...[0, 1, 2, 3, 4].flatMap((n) => [`left ${String(n)}`, `right ${String(n)}`])];
    for (const scope of scopes)
      expect((await scope.list()).entries.map(({ text }) => text).sort()).toEqual(texts.toSorted());
    const { revisions } = await left.changes(0);
    expect(revisions.map(({ memory_ref }) => memory_ref.revision)).toEqual(texts.map((_, index) => index + 1));
    // Times are of whoever wrote, and order nothing.
    const times = await readDatabase<{ at: number }>(dataDir, WRITTEN_AT);
    expect(times.map(({ at }, index) => index > 0 && at < times[index - 1]!.at - HOUR_MS / 2)).toContain(true);

    const sources = Array.from({ length: 20 }, (_, n) => `source ${String(n)}`);
    for (const [n, content] of sources.entries()) {
      await new Api(servers[n % 2]?.url ?? "").scope(`scope ${String(n % 5)}`).capture(content, content);
    }
    await until(() => isAllProcessed(dataDir), 30_000);
    for (let n = 0; n < 5; n++) expect(await flushFaults(dataDir, steady.url, `scope ${String(n)}`)).toEqual([]);
    expect(
      provider
        .received("chat")
        .flatMap((one) => shownSources(one).map(({ text }) => text))
        .sort(),
    ).toEqual(sources.sort());
    await right.capture("s-1", "c");
    await new ReviewApi(right).propose("waits");
    expect(await metric(shifted, "review_oldest_pending_seconds")).toBe(0);
    await steady.kill("SIGTERM");
    await left.capture("alone", "alone");
    await until(async () => (await storedCursors(dataDir)).every(({ rests }) => rests));
    expect(await shifted.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(await verifyDatabase(dataDir)).toMatch(wholeDatabase("[1-9]\\d*"));
  });

  it("in the database makes no scope wait that has not failed, and no claim live on", async () => {
    const server = await start({});
    await new Api(server.url).scope("s").capture("one", "one");
    await new Api(server.url).scope("s").call("flush_memory");
    await new Api(server.url).scope("s").capture("two", "two");
    // As what was written just before it: due then, and claimed by a server that has died.
    const [cursor] = await readDatabase<{ due: number }>(
      dataDir,
      "SELECT MAX(next_attempt_at) AS due FROM source_cursor WHERE binding = 1",
    );
    const ahead = (cursor?.due ?? 0) + HOUR_MS - 20_000;
    await alterDatabase(
      dataDir,
      `${PATIENCE}UPDATE source_cursor SET next_attempt_at = ${String(ahead)}, claim = ${ZEROS}, claimed_until = ${String(ahead)}
       WHERE binding = 1`,
    );
    await server.kill("SIGTERM");
    await start(OFTEN);
    await until(() => isAllProcessed(dataDir));
    expect(provider.received("chat").flatMap((one) => shownSources(one).map(({ text }) => text))).toEqual([
      "one",
      "two",
    ]);
  });
});

const WRITTEN_AT = "SELECT created_at AS at FROM memory_revision ORDER BY revision";
const ZEROS = `x'${"00".repeat(16)}'`;
