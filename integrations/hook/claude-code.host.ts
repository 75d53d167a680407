import type { Host } from "./host.js";
import { isBlank } from "./text.policy.js";

const DEFAULT_SERVER_URL = "http://127.0.0.1:8000";

/** Options of a Claude Code plugin arrive as CLAUDE_PLUGIN_OPTION_*; the hook's own variables go before them. */
export const claudeCode: Host = {
  origin: "claude-code",
  component: "powercontext.claude_code.recall",
  prefix: "POWERCONTEXT_CLAUDE_",
  promptFields: ["prompt", "user_prompt"],
  sessionFields: ["session_id"],
  turnFields: ["prompt_id", "request_id"],
  turnMetadata: "prompt_id",
  captureOption: "CLAUDE_PLUGIN_OPTION_CAPTURE_PROMPTS",
  serverUrl: (environment) =>
    [environment["POWERCONTEXT_CLAUDE_SERVER_URL"], environment["CLAUDE_PLUGIN_OPTION_SERVER_URL"]].find(
      (value) => value !== undefined && !isBlank(value),
    ) ?? DEFAULT_SERVER_URL,
};
