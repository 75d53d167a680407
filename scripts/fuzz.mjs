// `npm run fuzz -- [--requests 100000] [--seed 7] [--database oceanbase]`: requests generated from the OpenAPI file, each answer
// held against it. The same seed sends the same requests; what they find depends on which answers came first.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

import { startEngine } from "./engine.mjs";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    seed: { type: "string", default: String(randomInt(1_000_000)) },
    database: { type: "string", default: "sqlite" },
  },
});
const engine = values.database === "oceanbase" ? await startEngine() : undefined;
const config = engine === undefined ? "jest.config.cjs" : "jest.oceanbase.config.cjs";
const jest = spawn("npx", ["jest", "--config", config, "test/contract/fuzz.spec.ts"], {
  stdio: "inherit",
  env: {
    ...process.env,
    UV_THREADPOOL_SIZE: "8",
    POWERCONTEXT_FUZZ_REQUESTS: values.requests,
    POWERCONTEXT_FUZZ_SEED: values.seed,
    ...(engine && { POWERCONTEXT_TEST_DATABASE_URL: engine.url }),
  },
});
const code = await new Promise((resolve) => jest.once("exit", resolve));
await engine?.stop();
process.exit(code ?? 1);
