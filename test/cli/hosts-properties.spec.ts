import fc from "fast-check";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml, stringify } from "smol-toml";

import { claudeMcpEntry } from "../../src/cli/hosts/claude-mcp-entry.js";
import { codexMcpEntry } from "../../src/cli/hosts/codex-mcp-entry.js";
import type { ConfigEntry } from "../../src/cli/hosts/config-entry.js";
import { hookEntry } from "../../src/cli/hosts/hook-entry.js";
import { shellCommand, wordsOf } from "../../src/cli/hosts/hook-command.js";

const URL_OF_SERVER = "http://127.0.0.1:8000/mcp";
const HOOK = "/home/me/powercontext-hook.mjs";

const key = fc.oneof(
  fc.constantFrom("hooks", "mcpServers", "UserPromptSubmit", "a b", "ü", ""),
  fc.string({ maxLength: 4 }),
);
const leaf = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.double({ noNaN: true }),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3 }),
  ),
}));
const groups = fc.array(fc.dictionary(key, value, { maxKeys: 2 }), { maxLength: 3 });
const jsonConfig = fc
  .tuple(
    fc.dictionary(key, value, { maxKeys: 4 }),
    fc.option(fc.record({ Stop: value, UserPromptSubmit: groups }, { requiredKeys: [] }), { nil: undefined }),
    fc.option(fc.dictionary(key, value, { maxKeys: 2 }), { nil: undefined }),
  )
  .map(([rest, hooks, mcpServers]) => {
    return {
      ...without(rest, "hooks", "mcpServers"),
      ...(hooks === undefined ? {} : { hooks }),
      ...(mcpServers === undefined ? {} : { mcpServers }),
    };
  });

/** White space, comments and trailing commas wherever JSON with comments allows them. */
function printed(config: unknown, gaps: readonly string[]): string {
  let turn = 0;
  const gap = (): string => gaps[turn++ % gaps.length] ?? "";
  const write = (node: unknown): string => {
    if (node === null || typeof node !== "object") return JSON.stringify(node);
    const members = Array.isArray(node)
      ? node.map(write)
      : Object.entries(node).map(([name, member]) => `${JSON.stringify(name)}${gap()}:${gap()}${write(member)}`);
    const comma = members.length > 0 && gap().length % 2 === 1 ? "," : "";
    const inside = members.map((member) => gap() + member + gap()).join(",") + comma + gap();
    return Array.isArray(node) ? `[${inside}]` : `{${inside}}`;
  };
  return gap() + write(config) + gap();
}

const gaps = fc.array(
  fc.constantFrom("", " ", "\n", "\r\n", "\n  ", "\t", " // a, ] } b\n", "/* , */", "\r\n// ü\r\n    "),
  { minLength: 1, maxLength: 12 },
);

const tomlConfig = fc
  .dictionary(
    fc.constantFrom("a", "b c", "mcp_servers", "projects", "hooks"),
    fc.dictionary(fc.string({ maxLength: 5 }), fc.oneof(fc.string({ maxLength: 8 }), fc.integer(), fc.boolean()), {
      maxKeys: 3,
    }),
    { maxKeys: 4 },
  )
  .map((config) => {
    const servers = Object.entries(config["mcp_servers"] ?? {}).map(([name, url]) => [`s${name}`, { url }] as const);
    return { ...config, ...(config["mcp_servers"] === undefined ? {} : { mcp_servers: Object.fromEntries(servers) }) };
  });

function identityOf(entry: ConfigEntry, text: string): string {
  const installed = entry.install(text);
  expect(entry.install(installed.text)).toEqual({ text: installed.text, exchanged: [] });
  expect(entry.remove(text, undefined)).toBe(text);
  expect(entry.remove(installed.text, installed.splice)).toBe(text);
  return installed.text;
}

describe("entries in generated configs", () => {
  const hook = hookEntry("settings.json", { hookPath: HOOK, home: "/home/me" }, shellCommand(["/usr/bin/node", HOOK]));
  const server = claudeMcpEntry(".claude.json", URL_OF_SERVER);

  it("go into any JSON with comments and come out without a trace", () => {
    fc.assert(
      fc.property(jsonConfig, gaps, (config, between) => {
        const text = printed(config, between);
        const before = parseJsonc(text, [], { allowTrailingComma: true });
        const after = parseJsonc(identityOf(hook, identityOf(server, text)), [], { allowTrailingComma: true });
        // Both entries, in the text that held the first one only while it was looked at.
        expect(after.hooks.UserPromptSubmit).toEqual([
          ...(before.hooks?.UserPromptSubmit ?? []),
          { hooks: [{ type: "command", command: `'/usr/bin/node' '${HOOK}'`, timeout: 10 }] },
        ]);
        expect(after.mcpServers).toEqual({
          ...before.mcpServers,
          powercontext: expect.objectContaining({ url: URL_OF_SERVER }),
        });
        expect(without(after, "hooks", "mcpServers")).toEqual(without(before, "hooks", "mcpServers"));
        expect(after.hooks.Stop).toEqual(before.hooks?.Stop);
      }),
      { numRuns: 400 },
    );
  });

  it("come out of JSON by their content too, and leave the user's data", () => {
    fc.assert(
      fc.property(jsonConfig, gaps, (config, between) => {
        const text = printed(config, between);
        const taken = hook.remove(hook.install(text).text, undefined);
        const parse = (json: string): Record<string, Record<string, unknown>> =>
          parseJsonc(json, [], { allowTrailingComma: true }) as Record<string, Record<string, unknown>>;
        expect(hook.remove(taken, undefined)).toBe(taken);
        const { hooks, ...others } = parse(text);
        const { hooks: left, ...rest } = parse(taken);
        expect(rest).toEqual(others);
        // Containers that only held our entry go with it, also when they were there before.
        const { UserPromptSubmit: groupsBefore, ...eventsBefore } = hooks ?? {};
        const { UserPromptSubmit: groupsAfter, ...eventsAfter } = left ?? {};
        expect(eventsAfter).toEqual(eventsBefore);
        expect(groupsAfter ?? []).toEqual(groupsBefore ?? []);
      }),
      { numRuns: 400 },
    );
  });

  it("go into any TOML and come out without a trace", () => {
    const entry = codexMcpEntry("config.toml", URL_OF_SERVER);
    const noise = fc.array(fc.constantFrom("", "# [mcp_servers.powercontext]", "   ", "# ü"), { maxLength: 4 });
    fc.assert(
      fc.property(tomlConfig, noise, fc.constantFrom("\n", "\r\n"), fc.boolean(), (config, lines, end, closed) => {
        const body = [...lines, ...stringify(config).split("\n"), ...lines].join(end);
        const text = closed ? body + end : body;
        const before = parseToml(text);
        const after = parseToml(identityOf(entry, text));
        const { powercontext, ...servers } = after["mcp_servers"] as Record<string, unknown>;
        expect(powercontext).toMatchObject({ url: URL_OF_SERVER });
        expect({ ...after, mcp_servers: servers }).toEqual({ mcp_servers: {}, ...before });
        expect(parseToml(entry.remove(entry.install(text).text, undefined))).toEqual(
          Object.keys(servers).length > 0 ? before : expect.objectContaining(without(before, "mcp_servers")),
        );
      }),
      { numRuns: 400 },
    );
  });

  it("are commands whose words a shell and doctor read alike", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 8 }), { minLength: 1, maxLength: 3 }), (words) => {
        expect(wordsOf(shellCommand(words, { A_B: "it's" }))).toEqual(words);
      }),
    );
    expect(wordsOf("node /a/powercontext-hook.mjs")).toBeUndefined();
  });
});

function without(config: Readonly<Record<string, unknown>>, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !names.includes(name)));
}
