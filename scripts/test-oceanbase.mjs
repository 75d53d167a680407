// `npm run test:oceanbase [-- jest arguments]`: every suite that has a database, on a real engine started for this run.
import { spawn } from "node:child_process";

import { startEngine } from "./engine.mjs";

const engine = await startEngine();
const jest = spawn("npx", ["jest", "--config", "jest.oceanbase.config.cjs", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, UV_THREADPOOL_SIZE: "8", POWERCONTEXT_TEST_DATABASE_URL: engine.url },
});
const code = await new Promise((resolve) => jest.once("exit", resolve));
await engine.stop();
process.exit(code ?? 1);
