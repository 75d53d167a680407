// `npm run race -- [--trials 10000] [--seed 7] [--database oceanbase]`: random writes of two servers to the same scopes.
// `npm run race -- --crashes 1000 [--database oceanbase]`: flushes that die, in this process and with servers that are killed.
// `npm run race -- --reviews 10000 [--seed 7] [--database oceanbase]`: random histories of an inbox with eight clients.
// `npm run race -- --kills 100 [--seed 7] [--database oceanbase]`: replicas of which one is killed, so often for each kind of work.
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

import { startEngine } from "./engine.mjs";

const { values } = parseArgs({
  options: {
    crashes: { type: "string" },
    kills: { type: "string" },
    reviews: { type: "string" },
    trials: { type: "string", default: "10000" },
    seed: { type: "string", default: "7" },
    database: { type: "string", default: "sqlite" },
  },
});
const engine = values.database === "oceanbase" ? await startEngine() : undefined;
const config = engine === undefined ? "jest.config.cjs" : "jest.oceanbase.config.cjs";
const suites = suitesOf(values);
const jest = spawn("npx", ["jest", "--config", config, ...suites], {
  stdio: "inherit",
  env: {
    ...process.env,
    UV_THREADPOOL_SIZE: "8",
    ...(values.crashes !== undefined && { POWERCONTEXT_RACE_CRASHES: values.crashes }),
    ...(values.kills !== undefined && { POWERCONTEXT_RACE_KILLS: values.kills }),
    POWERCONTEXT_RACE_TRIALS: values.reviews ?? values.trials,
    POWERCONTEXT_RACE_SEED: values.seed,
    ...(engine && { POWERCONTEXT_TEST_DATABASE_URL: engine.url }),
  },
});
const code = await new Promise((resolve) => jest.once("exit", resolve));
await engine?.stop();
process.exit(code ?? 1);

function suitesOf({ crashes, kills, reviews }) {
  if (kills !== undefined) return ["test/race/replicas"];
  if (reviews !== undefined) return ["test/race/review-histories"];
  if (crashes === undefined) return ["test/race/trials"];
  return ["test/race/flush-crashes", "test/adapters/conformance", "--testNamePattern", "dies on|killed again"];
}
