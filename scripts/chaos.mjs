// `npm run chaos -- [--database oceanbase] [--seconds 600] [--servers 3] [--clients 16] [--seed 11]`: servers on one database
// that are killed again and again under mixed work, then the judgement of every call. docs/adr/0027-chaos.md
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

import { installEngine } from "./engine.mjs";

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "sqlite" },
    seconds: { type: "string", default: "600" },
    servers: { type: "string" },
    clients: { type: "string", default: "16" },
    seed: { type: "string", default: "11" },
    "seconds-between-kills": { type: "string", default: "20" },
  },
});
const { database } = values;
if (database === "oceanbase") installEngine();
const settings = { ...values, servers: values.servers ?? (database === "sqlite" ? "2" : "3") };
const named = Object.entries(settings).map(([name, value]) => [
  `POWERCONTEXT_CHAOS_${name.toUpperCase().replaceAll("-", "_")}`,
  value,
]);
const jest = spawn("npx", ["jest", "test/race/chaos.spec.ts"], {
  stdio: "inherit",
  env: { ...process.env, UV_THREADPOOL_SIZE: "8", ...Object.fromEntries(named) },
});
const code = await new Promise((resolve) => jest.once("exit", resolve));
process.exit(code ?? 1);
