export const FOX = "🦊";
export const HAN = "漢";
/** Three bytes that NFC turns into six, and six that NFC turns into two. */
export const GROWS = "\u0958";
export const SHRINKS = "e\u0301";
export const MAX = Number.MAX_SAFE_INTEGER;

/** What one field takes at its edges, and what it refuses one beyond them. */
export interface Limit {
  readonly operations: readonly string[];
  readonly field: string;
  readonly accepted: readonly unknown[];
  readonly refused: readonly unknown[];
}

const ALL = [
  "capture_content_source",
  "remember_memory",
  "search_memory",
  "list_memory_entries",
  "get_memory_entry",
  "revise_memory_entry",
  "retire_memory_entry",
  "list_memory_changes",
  "prepare_context",
];
const WRITES = ["remember_memory", "revise_memory_entry"];
export const CITING = ["get_memory_entry", "revise_memory_entry", "retire_memory_entry"];
const NO_STRINGS = [null, 5, true, [], {}];
const NO_INTEGERS = ["5", 1.5, true, [], {}];

/** The widest and narrowest values of a text of at most `max` code points, and what is one beyond. */
const text = (max: number) => ({
  accepted: ["a", "a".repeat(max), FOX.repeat(max), HAN.repeat(max), ` ${"a".repeat(max - 2)} `],
  refused: ["", " \t\n\u3000\uFEFF", "a".repeat(max + 1), FOX.repeat(max + 1), `${"a".repeat(max)} `, ...NO_STRINGS],
});

const IDENT_BAD = ["", "a b", "é", "a\n", "a".repeat(129), ...NO_STRINGS];

export const LIMITS: readonly Limit[] = [
  { operations: ALL, field: "scope_id", ...text(256) },
  { operations: ["capture_content_source"], field: "source_id", ...text(256) },
  { operations: ["capture_content_source"], field: "content", ...text(200_000) },
  {
    operations: ["capture_content_source"],
    field: "metadata",
    accepted: [null, {}, nested(64), sized(65_536), { n: MAX, m: -MAX, x: 1.5e-300, z: -0 }, { "": "", "a.b": [[]] }],
    refused: [nested(65), sized(65_537), { n: 1e300 }, [], "x", 5, false],
  },
  { operations: WRITES, field: "kind", ...text(128) },
  {
    operations: WRITES,
    field: "text",
    accepted: [
      "a",
      "a".repeat(8192),
      FOX.repeat(2048),
      `${HAN.repeat(2730)}aa`,
      ` ${"a".repeat(8192)}\n\n`,
      SHRINKS.repeat(4096),
      GROWS.repeat(1365),
    ],
    refused: [
      "",
      " \t\n\u3000\uFEFF",
      "a".repeat(8193),
      `${FOX.repeat(2048)}a`,
      HAN.repeat(2731),
      `${SHRINKS.repeat(4096)}a`,
      GROWS.repeat(1366),
      ...NO_STRINGS,
    ],
  },
  {
    operations: [...WRITES, "retire_memory_entry"],
    field: "reason",
    accepted: [null, "", "  ", "a".repeat(512), FOX.repeat(512), GROWS.repeat(512)],
    refused: ["a".repeat(513), FOX.repeat(513), " ".repeat(513), 5, false, [], {}],
  },
  {
    operations: ["remember_memory"],
    field: "expected_revision",
    accepted: [null, 1],
    refused: [0, -1, ...NO_INTEGERS],
  },
  { operations: ["search_memory", "prepare_context"], field: "query", ...text(8192) },
  { operations: ["search_memory"], field: "limit", accepted: [1, 50], refused: [0, 51, -1, null, ...NO_INTEGERS] },
  {
    operations: ["search_memory"],
    field: "mode",
    accepted: ["auto", "fts"],
    refused: ["AUTO", "", "all", ...NO_STRINGS],
  },
  {
    operations: ["list_memory_entries"],
    field: "include_inactive",
    accepted: [true, false],
    refused: [null, "true", 0, 1, [], {}],
  },
  {
    operations: ["list_memory_changes"],
    field: "since_revision",
    accepted: [null, 0, 1],
    refused: [-1, ...NO_INTEGERS],
  },
  {
    operations: ["prepare_context"],
    field: "max_bytes",
    accepted: [512, 32_768],
    refused: [511, 32_769, 0, -512, null, ...NO_INTEGERS],
  },
  { operations: CITING, field: "citation", accepted: [], refused: [null, [], "mem_ent_1", {}] },
  { operations: CITING, field: "citation.memory_ref", accepted: [], refused: [null, [], "memory", {}] },
  { operations: CITING, field: "citation.memory_ref.family", accepted: [], refused: IDENT_BAD },
  { operations: CITING, field: "citation.memory_ref.artifact_id", accepted: [], refused: IDENT_BAD },
  { operations: CITING, field: "citation.memory_ref.revision", accepted: [], refused: [0, -1, null, ...NO_INTEGERS] },
  { operations: CITING, field: "citation.entry_id", accepted: [], refused: IDENT_BAD },
  { operations: CITING, field: "citation.entry_version_id", accepted: [], refused: IDENT_BAD },
];

/** An object of that many levels. */
function nested(levels: number): object {
  let value: object = {};
  for (let level = 2; level < levels; level++) value = level % 2 === 0 ? { a: value } : [value];
  return { a: value };
}

/** An object whose canonical form has that many bytes. */
function sized(bytes: number): object {
  const room = bytes - '{"k":""}'.length;
  return { k: HAN.repeat(Math.floor(room / 3)) + "a".repeat(room % 3) };
}
