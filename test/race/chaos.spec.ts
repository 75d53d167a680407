import { testedDatabase } from "../support/test-database.js";
import { runChaos, type ChaosOptions } from "./chaos/chaos.js";

const read = (name: string): string | undefined => process.env[`POWERCONTEXT_CHAOS_${name}`];

/** Longer, and on either database, with `npm run chaos`. */
const database = read("DATABASE") === "oceanbase" ? "oceanbase" : testedDatabase;
const OPTIONS: ChaosOptions = {
  database,
  seconds: Number(read("SECONDS") ?? (database === "sqlite" ? 45 : 60)),
  servers: Number(read("SERVERS") ?? (database === "sqlite" ? 2 : 3)),
  clients: Number(read("CLIENTS") ?? 16),
  seed: Number(read("SEED") ?? 11),
  secondsBetweenKills: Number(read("SECONDS_BETWEEN_KILLS") ?? 10),
};
/** The judgement reads every citation: about half as long as the chaos itself. */
const DEADLINE_MS = 300_000 + OPTIONS.seconds * 2_500;

describe(`${String(OPTIONS.servers)} servers on one database, killed again and again`, () => {
  it(
    `lose nothing they acknowledged and do nothing twice in ${String(OPTIONS.seconds)} s of mixed work`,
    async () => {
      if (read("SECONDS") !== undefined) process.stdout.write(`${JSON.stringify(OPTIONS)}\n`);
      const { faults, verified, ...summary } = await runChaos(OPTIONS);
      if (faults.length > 0 || read("SECONDS") !== undefined) {
        process.stdout.write(
          `${[...faults, verified, JSON.stringify({ seed: OPTIONS.seed, ...summary })].join("\n")}\n`,
        );
      }
      expect(faults).toEqual([]);
      expect(summary.kills).toBeGreaterThan(1);
      expect(summary.engineRestarts).toBe(OPTIONS.database === "oceanbase" ? 1 : 0);
      if (OPTIONS.database === "sqlite") expect(summary.failedStarts).toBe(0);
      expect(summary.acknowledged).toBeGreaterThan(100);
    },
    DEADLINE_MS,
  );
});
