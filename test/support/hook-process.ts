import { spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export type HookHost = "codex" | "claude-code";

/** Another Node for the hooks alone, to try a version. */
const NODE = process.env["POWERCONTEXT_TEST_HOOK_NODE"] ?? process.execPath;
/** Only ends what would not end by itself: then the exit code is null. */
const DEADLINE_MS = 30_000;

export const HOSTS: readonly HookHost[] = ["codex", "claude-code"];
const PREFIXES = { codex: "POWERCONTEXT_CODEX_", "claude-code": "POWERCONTEXT_CLAUDE_" };

/** Machines are slow at times, and what a hook says then is not what most tests are about. */
const PATIENT = { REQUEST_TIMEOUT_SECONDS: "10", HTTP_BUDGET_SECONDS: "25" };

export interface HookRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface HookRunOptions {
  /** Without the host's prefix. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Leaves standard input open after the event. */
  readonly keepsOpen?: boolean;
}

/** The checked-in hook, installed as a plugin and run as its host runs it. */
export interface InstalledHook {
  readonly host: HookHost;
  /** Where the folder of the plugin is, with room for anything else. */
  readonly home: string;
  readonly plugin: string;
  /** An object is sent as JSON, anything else as it is. */
  run(event: object | string | Buffer, options?: HookRunOptions): Promise<HookRun>;
  dispose(): Promise<void>;
}

/** Into a folder whose path has spaces and letters beyond ASCII. */
export async function installHook(host: HookHost, serverUrl: string): Promise<InstalledHook> {
  const home = await mkdtemp(join(tmpdir(), "powercontext hook größe 設定-"));
  const plugin = join(home, "plugin folder");
  const script = join(plugin, "hooks", "powercontext-hook.mjs");
  await mkdir(join(plugin, "hooks"), { recursive: true });
  await copyFile(resolve(`integrations/${host}/hooks/powercontext-hook.mjs`), script);
  const server = { type: "http", url: `${serverUrl}/mcp` };
  await writeFile(join(plugin, ".mcp.json"), JSON.stringify({ mcpServers: { powercontext: server } }));
  return {
    host,
    home,
    plugin,
    run: (event, options) => run(home, script, event, { ...options, env: environmentOf(host, serverUrl, options) }),
    dispose: () => rm(home, { recursive: true, force: true }),
  };
}

function environmentOf(host: HookHost, serverUrl: string, options: HookRunOptions = {}): Record<string, string> {
  const settings = Object.entries({ ...PATIENT, ...options.settings });
  const server = host === "claude-code" ? { POWERCONTEXT_CLAUDE_SERVER_URL: serverUrl } : {};
  const own = Object.fromEntries(settings.map(([name, value]) => [PREFIXES[host] + name, value]));
  return { ...server, ...own, ...options.env };
}

/** With nothing in its environment but what a test gives it, and with a current directory that means nothing. */
function run(
  home: string,
  script: string,
  event: object | string | Buffer,
  { env = {}, keepsOpen = false }: HookRunOptions,
): Promise<HookRun> {
  const variables = Object.entries({ PATH: "/usr/bin:/bin", ...env }).map(([name, value]) => `${name}=${value}`);
  const child = spawn("/usr/bin/env", ["-i", ...variables, NODE, script], { cwd: home });
  const timer = setTimeout(() => child.kill("SIGKILL"), DEADLINE_MS);
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  // It may end before it has read everything.
  child.stdin.on("error", () => undefined);
  child.stdin.write(typeof event === "string" || Buffer.isBuffer(event) ? event : JSON.stringify(event));
  if (!keepsOpen) child.stdin.end();
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => {
      clearTimeout(timer);
      done({ code, stdout: Buffer.concat(stdout).toString("utf8"), stderr: Buffer.concat(stderr).toString("utf8") });
    });
  });
}

export const injected = (content: string): string =>
  `${JSON.stringify({ hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: content } })}\n`;

/** A run that injects nothing and says one line. */
export function said(host: HookHost, fields: object): HookRun {
  const component = host === "codex" ? "powercontext.codex.recall" : "powercontext.claude_code.recall";
  return { code: 0, stdout: "", stderr: `${JSON.stringify({ component, event: "context_prepare", ...fields })}\n` };
}

/** Nothing at all. */
export const SILENCE: HookRun = { code: 0, stdout: "", stderr: "" };

/** What the hosts write to standard input, with the fields that the hook has no use for. */
export const EVENTS: Readonly<Record<HookHost, { readonly prompt: string; readonly [field: string]: unknown }>> = {
  codex: {
    session_id: "0198-session",
    transcript_path: "/home/ada/.codex/sessions/rollout.jsonl",
    cwd: "/nowhere/shop",
    hook_event_name: "UserPromptSubmit",
    model: "gpt-5.2-codex",
    permission_mode: "default",
    turn_id: "turn-7",
    prompt: "Why does the checkout freeze on Mondays?",
  },
  "claude-code": {
    session_id: "0198-session",
    prompt_id: "prompt-7",
    transcript_path: "/home/ada/.claude/projects/shop/0198.jsonl",
    cwd: "/nowhere/shop",
    permission_mode: "default",
    hook_event_name: "UserPromptSubmit",
    prompt: "Why does the checkout freeze on Mondays?",
  },
};
