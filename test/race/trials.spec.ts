import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Api } from "../support/api.js";
import { startServer, verifyDatabase, wholeDatabase } from "../support/server-process.js";
import { runTrials } from "./trials.js";

/** More with `npm run race -- --trials N`. */
const TRIALS = Number(process.env["POWERCONTEXT_RACE_TRIALS"] ?? 200);
const SEED = Number(process.env["POWERCONTEXT_RACE_SEED"] ?? 7);
const LONGEST_TRIAL_MS = 300;

describe("two servers on one database", () => {
  it(
    `lose no update, do nothing twice and keep every chain whole in ${String(TRIALS)} random writes to the same scopes`,
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
      const env = { LOGGING_ACCESS: "false" };
      const servers = [await startServer({ dataDir, env }), await startServer({ dataDir, env })];
      const begin = performance.now();
      const report = await runTrials(
        servers.map(({ url }) => new Api(url)),
        TRIALS,
        SEED,
      );
      const seconds = Math.round((performance.now() - begin) / 1_000);
      for (const server of servers) await server.kill("SIGTERM");
      const verified = await verifyDatabase(dataDir);
      await rm(dataDir, { recursive: true, force: true });
      if (TRIALS > 1_000) process.stdout.write(`${JSON.stringify({ ...report, seconds })}\n${verified}`);
      expect(report).toMatchObject({ trials: TRIALS, lostUpdates: 0, duplicateEffects: 0, faults: [] });
      expect(report.conflicts).toBeGreaterThan(0);
      expect(verified).toMatch(wholeDatabase(report.revisions));
    },
    60_000 + TRIALS * LONGEST_TRIAL_MS,
  );
});
