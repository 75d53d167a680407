import type { ConfigEntry } from "./config-entry.js";
import { HOOK_FILE, wordsOf } from "./hook-command.js";
import { jsonConfig, jsonEntry, type FoundEntry } from "./json-entry.js";

/** Seconds. Above the hook's own budget (HTTP_BUDGET_SECONDS, 4) and what Node needs to start. */
const HOST_TIMEOUT_SECONDS = 10;
const EVENT = "UserPromptSubmit";
const FILE_NAME = HOOK_FILE.slice(HOOK_FILE.lastIndexOf("/") + 1);

/** The hook in a host's config; Codex's hooks.json and Claude Code's settings.json have the same shape. */
export function hookEntry(file: string, hookPath: string, command: string): ConfigEntry {
  return jsonEntry({
    what: "hook",
    file,
    container: ["hooks", EVENT],
    key: undefined,
    value: { hooks: [{ type: "command", command, timeout: HOST_TIMEOUT_SECONDS }] },
    find: (config) => foundHook(file, config, hookPath, command),
  });
}

/** A hook of ours as a host's config names it. */
export interface RegisteredHook {
  readonly command: string;
  /** Its place among the groups of the event, and in its group: Codex remembers trust by them. */
  readonly group: number;
  readonly handler: number;
}

/** @throws SetupRefusal when the text is malformed. */
export function registeredHooks(file: string, text: string): readonly RegisteredHook[] {
  return ownHooks(jsonConfig(file, text));
}

function foundHook(file: string, config: unknown, hookPath: string, command: string): FoundEntry {
  const hooks = ownHooks(config);
  const ours = hooks.find((hook) => wordsOf(hook.command)?.at(-1) === hookPath);
  if (ours === undefined) {
    if (hooks.length === 0) return { kind: "nothing" };
    const problem = `${file} already runs another copy of ${FILE_NAME}; take that entry out and run setup again.`;
    return { kind: "foreign", problem };
  }
  const group = ["hooks", EVENT, ours.group];
  const handler = [...group, "hooks", ours.handler];
  return {
    kind: "ours",
    path: handlersOf(groupsOf(config)[ours.group]).length === 1 ? group : handler,
    decided: [{ path: [...handler, "command"], value: command }],
  };
}

function ownHooks(config: unknown): readonly RegisteredHook[] {
  return groupsOf(config).flatMap((entry, group) =>
    handlersOf(entry).flatMap((handler, index) =>
      typeof handler?.command === "string" && handler.command.includes(FILE_NAME)
        ? [{ command: handler.command, group, handler: index }]
        : [],
    ),
  );
}

type Group = { readonly hooks?: unknown } | null;
type Handler = { readonly command?: unknown } | null;

function groupsOf(config: unknown): readonly Group[] {
  const groups = (config as { readonly hooks?: Readonly<Record<string, unknown>> | null }).hooks?.[EVENT];
  return Array.isArray(groups) ? (groups as readonly Group[]) : [];
}

function handlersOf(group: Group | undefined): readonly Handler[] {
  return Array.isArray(group?.hooks) ? (group.hooks as readonly Handler[]) : [];
}
