import { codex } from "./codex.host.js";
import { runHook } from "./run.js";

// Beside the script, not below the current directory and not where a variable points that another plugin may have set.
await runHook(codex(new URL("../.mcp.json", import.meta.url)));
