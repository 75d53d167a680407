// `npm run soak -- [--minutes 30] [--database oceanbase]`: mixed load at a moderate rate; prints what the server holds each ten
// seconds, and fails when its memory or its descriptors grow after the warm-up.
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

import { startEngine } from "./engine.mjs";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "30" }, database: { type: "string", default: "sqlite" } },
});
const engine = values.database === "oceanbase" ? await startEngine() : undefined;
const config = engine === undefined ? "jest.config.cjs" : "jest.oceanbase.config.cjs";
const jest = spawn("npx", ["jest", "--config", config, "test/soak/soak.spec.ts"], {
  stdio: "inherit",
  env: {
    ...process.env,
    UV_THREADPOOL_SIZE: "8",
    POWERCONTEXT_SOAK_MINUTES: values.minutes,
    ...(engine && { POWERCONTEXT_TEST_DATABASE_URL: engine.url }),
  },
});
const code = await new Promise((resolve) => jest.once("exit", resolve));
await engine?.stop();
process.exit(code ?? 1);
