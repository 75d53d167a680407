import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { Api } from "../support/api.js";
import { letTimePass } from "../support/cursors.js";
import { distilled, shownItems } from "../support/experience-world.js";
import { flushFaults, incubationFaults, isAllProcessed } from "../support/flush-audit.js";
import { OpenAiServer, type RecordedRequest } from "../support/openai-server.js";
import { oneEntryForEach } from "../support/scripted-memory.js";
import { startServer, verifyDatabase, type ServerProcess, wholeDatabase } from "../support/server-process.js";
import { testedDatabase } from "../support/test-database.js";
import { until } from "../support/until.js";

/** `npm run race -- --crashes 1000` */
const CRASHES = Number(process.env["POWERCONTEXT_RACE_CRASHES"] ?? 6);
const SERVERS = testedDatabase === "sqlite" ? 2 : 3;
const SCOPES = 12;
const SOURCES_A_ROUND = 16;
const LATEST_KILL_MS = 60;
const PATIENCE_MS = 60_000;
const REPORT = { metadata: { kind: "task-outcome" } };

/** A model that makes an entry of each Source for the one schedule, and a proposal of each window for the other. */
function readForBoth(request: RecordedRequest): unknown {
  if (!request.text.includes('{"sources":')) return oneEntryForEach(request);
  const shown = shownItems(request);
  return distilled({ name: shown.map(({ text }) => text).join(", "), sources: shown.map(({ number }) => number) });
}

/** A server with a schedule and a model of its own, so that it is known when this one is at work. */
interface Worker {
  readonly provider: OpenAiServer;
  server: ServerProcess;
}

describe("servers with schedules that are killed again and again", () => {
  let dataDir: string;
  const workers: Worker[] = [];

  const start = (provider: OpenAiServer): Promise<ServerProcess> =>
    startServer({
      dataDir,
      env: {
        ...provider.generationSettings(),
        RUNTIME_SCHEDULE_SECONDS: "0.1",
        RUNTIME_EXPERIENCE_SCHEDULE_SECONDS: "0.1",
        RUNTIME_SOURCE_WINDOW_LIMIT: "3",
        LOGGING_ACCESS: "false",
      },
    });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
    for (let worker = 0; worker < SERVERS; worker++) {
      const provider = await OpenAiServer.start();
      provider.chat.answer(readForBoth);
      workers.push({ provider, server: await start(provider) });
    }
  });

  afterAll(async () => {
    for (const { server, provider } of workers) {
      await server.kill("SIGKILL");
      await provider.down();
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  it(
    `process no Source twice and skip none in ${String(CRASHES)} kills between any two steps`,
    async () => {
      let source = 0;
      for (let crash = 0; crash < CRASHES; crash++) {
        const [victim, survivor] = [workers[crash % SERVERS]!, workers[(crash + 1) % SERVERS]!];
        const before = victim.provider.requests.length;
        const captured = Array.from({ length: SOURCES_A_ROUND }, () => {
          const content = `source ${String(++source)}`;
          const scope = `scope ${String(Math.floor(Math.random() * SCOPES))}`;
          return new Api(survivor.server.url).scope(scope).capture(content, content, REPORT);
        });
        // The claims of the dead run out, and so do those of the living, which must not depend on them.
        await letTimePass(dataDir);
        const isAtWork = (): boolean => victim.provider.requests.length > before + (crash % 3);
        await until(isAtWork, 1_000).catch(() => undefined);
        await pause(Math.random() * LATEST_KILL_MS);
        victim.server.signal("SIGKILL");
        await Promise.all(captured);
        expect((await victim.server.exited).signal).toBe("SIGKILL");
        victim.server = await start(victim.provider);
      }

      await letTimePass(dataDir);
      await until(async () => (await isAllProcessed(dataDir, 1)) && isAllProcessed(dataDir, 2), PATIENCE_MS);
      expect(await flushFaults(dataDir, workers[0]!.server.url)).toEqual([]);
      expect(await incubationFaults(dataDir, workers[0]!.server.url)).toEqual([]);
      for (const { server, provider } of workers) {
        expect(provider.requests.length).toBeGreaterThan(CRASHES / 4);
        expect(await server.kill("SIGTERM")).toEqual({ code: 0, signal: null });
      }
      expect(await verifyDatabase(dataDir)).toMatch(wholeDatabase("[1-9]\\d*"));
    },
    60_000 + CRASHES * 10_000,
  );
});
