import { claudeCode } from "./claude-code.host.js";
import { runHook } from "./run.js";

await runHook(claudeCode);
