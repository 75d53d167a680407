import type { ConfigEntry } from "./config-entry.js";
import { HOOK_FILE, namesPath, variablesOf, wordsOf } from "./hook-command.js";
import { jsonConfig, jsonEntry, type FoundEntry } from "./json-entry.js";

/** Seconds. Above the hook's own budget (HTTP_BUDGET_SECONDS, 4) and what Node needs to start. */
export const HOST_TIMEOUT_SECONDS = 10;
/** The one variable that setup puts in front of the hook. */
export const SETUP_VARIABLE = "CLAUDE_PLUGIN_OPTION_SERVER_URL";
const EVENT = "UserPromptSubmit";
const FILE_NAME = HOOK_FILE.slice(HOOK_FILE.lastIndexOf("/") + 1);

/** The hook in a host's config; Codex's hooks.json and Claude Code's settings.json have the same shape. */
export function hookEntry(file: string, { hookPath, home }: HookPlace, command: string): ConfigEntry {
  return jsonEntry({
    what: "hook",
    file,
    container: ["hooks", EVENT],
    key: undefined,
    value: { hooks: [handlerOf(command)] },
    find: (config) => foundHook(file, config, { hookPath, home }, command),
  });
}

export interface HookPlace {
  /** The hook's file in the copied plugin. */
  readonly hookPath: string;
  /** What `~` stands for. */
  readonly home: string;
}

/** Whether setup has written this command, perhaps with another Node or server. Anything else that runs the hook is the user's. */
export function isSetupCommand(command: string, hookPath: string): boolean {
  const words = wordsOf(command);
  if (words?.length !== 2 || words[1] !== hookPath) return false;
  return variablesOf(command).every((name) => name === SETUP_VARIABLE);
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

function foundHook(file: string, config: unknown, { hookPath, home }: HookPlace, command: string): FoundEntry {
  const hooks = ownHooks(config);
  const ours = hooks.find((hook) => isSetupCommand(hook.command, hookPath));
  if (ours === undefined) {
    if (hooks.length === 0) return { kind: "nothing" };
    const kept = hooks.find((hook) => namesPath(hook.command, hookPath, home));
    if (kept !== undefined)
      return { kind: "kept", path: ["hooks", EVENT, kept.group, "hooks", kept.handler, "command"] };
    const problem = `${file} already runs another copy of ${FILE_NAME}; take that entry out and run setup again.`;
    return { kind: "foreign", problem };
  }
  const group = ["hooks", EVENT, ours.group];
  const handler = [...group, "hooks", ours.handler];
  const alone = handlersOf(groupsOf(config)[ours.group]).length === 1;
  return {
    kind: "ours",
    path: alone ? group : handler,
    written: alone ? { hooks: [handlerOf(command)] } : handlerOf(command),
    decided: [{ path: [...handler, "command"], value: command }],
  };
}

const handlerOf = (command: string): object => ({ type: "command", command, timeout: HOST_TIMEOUT_SECONDS });

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
