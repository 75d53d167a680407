import { getNodeValue, type Node, visit } from "jsonc-parser";

import { type ConfigEntry, type ConfigText, type Edit, type Splice, undone } from "./config-entry.js";
import { appended, type JsonPath, nodeAt, parseJsonText, type PlacedSplice, without } from "./json-text.js";
import { SetupRefusal } from "./setup-refusal.js";

/** What an entry in a JSON config is. */
export interface JsonEntryShape {
  readonly what: string;
  readonly file: string;
  /** The object or array that holds the entry. */
  readonly container: readonly string[];
  /** The entry's name in an object; undefined when it is one more element of an array. */
  readonly key: string | undefined;
  readonly value: unknown;
  find(config: unknown): FoundEntry;
}

/** What stands in the entry's place. */
export type FoundEntry =
  | { readonly kind: "nothing" }
  /** Somebody else's, which setup refuses with that sentence and uninstall leaves alone. */
  | { readonly kind: "foreign"; readonly problem: string }
  /** The user's own, which does what ours would: setup and uninstall leave it alone. */
  | { readonly kind: "kept"; readonly path: JsonPath }
  | OwnEntry;

interface OwnEntry {
  readonly kind: "ours";
  /** What is taken out by uninstall. */
  readonly path: JsonPath;
  /** What setup would write there. */
  readonly written: unknown;
  /** The values in it that setup decides. */
  readonly decided: readonly { readonly path: JsonPath; readonly value: string | number }[];
}

export function jsonEntry(shape: JsonEntryShape): ConfigEntry {
  return {
    what: shape.what,
    file: shape.file,
    install: (text) => install(shape, text),
    remove: (text, splice) => removeAll(shape, text, splice),
    additions: (text) => additions(shape, text),
    texts: stringsIn,
  };
}

function additions(shape: JsonEntryShape, text: string): readonly string[] {
  const config = jsonConfig(shape.file, text);
  const found = shape.find(config);
  if (found.kind !== "ours") return [];
  const node = nodeAt(rootOf(shape.file, text), found.path);
  return node === undefined ? [] : addedKeys(getNodeValue(node), found.written);
}

function addedKeys(value: unknown, written: unknown): readonly string[] {
  if (!isContainer(value) || !isContainer(written)) return [];
  return Object.entries(value).flatMap(([key, member]) => (key in written ? addedKeys(member, written[key]) : [key]));
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function stringsIn(text: string): readonly ConfigText[] {
  const found: ConfigText[] = [];
  visit(text, {
    onLiteralValue: (value: unknown, _offset, _length, line) => {
      if (typeof value === "string") found.push({ text: value, line: line + 1 });
    },
  });
  return found;
}

/** @throws SetupRefusal */
export function jsonConfig(file: string, text: string): unknown {
  return text.trim() === "" ? {} : getNodeValue(rootOf(file, text));
}

function install(shape: JsonEntryShape, text: string): Edit {
  const found = shape.find(jsonConfig(shape.file, text));
  if (found.kind === "foreign") throw new SetupRefusal(found.problem);
  if (found.kind === "ours") return refreshed(shape, text, found);
  if (found.kind === "kept") return { text, exchanged: [], keptLine: lineAt(shape, text, found.path) };
  const splice = insertion(shape, text);
  const edited = text.slice(0, splice.offset) + splice.after + text.slice(splice.offset + splice.before.length);
  if (!sameJson(jsonConfig(shape.file, edited), withEntry(shape, jsonConfig(shape.file, text)))) {
    throw new SetupRefusal(`${shape.file} names something twice; correct it and run setup again.`);
  }
  return { text: edited, splice: { before: splice.before, after: splice.after }, exchanged: [] };
}

function lineAt(shape: JsonEntryShape, text: string, path: JsonPath): number {
  return text.slice(0, nodeAt(rootOf(shape.file, text), path)?.offset).split("\n").length;
}

function refreshed(shape: JsonEntryShape, text: string, found: OwnEntry): Edit {
  const exchanged: Splice[] = [];
  let edited = text;
  for (const { path, value } of found.decided) {
    const node = nodeAt(rootOf(shape.file, edited), path);
    if (node === undefined || node.value === value) continue;
    const splice = { before: edited.slice(node.offset, node.offset + node.length), after: JSON.stringify(value) };
    edited = edited.slice(0, node.offset) + splice.after + edited.slice(node.offset + node.length);
    exchanged.push(splice);
  }
  return { text: edited, exchanged };
}

function insertion(shape: JsonEntryShape, text: string): PlacedSplice {
  if (text.trim() === "") {
    const config = withEntry(shape, {});
    return { offset: 0, before: text, after: `${JSON.stringify(config, undefined, 2)}\n` };
  }
  const { container, key, value } = shape;
  let node = rootOf(shape.file, text);
  for (const [depth, name] of container.entries()) {
    const next = nodeAt(node, [name]);
    if (next === undefined) return appended(text, node, name, nested(container.slice(depth + 1), key, value));
    const wanted = depth === container.length - 1 && key === undefined ? "array" : "object";
    if (next.type !== wanted)
      throw new SetupRefusal(`${shape.file}: "${name}" is not an ${wanted}; correct it and run setup again.`);
    node = next;
  }
  return appended(text, node, key, value);
}

function nested(path: readonly string[], key: string | undefined, value: unknown): unknown {
  const [name, ...rest] = path;
  if (name !== undefined) return { [name]: nested(rest, key, value) };
  return key === undefined ? [value] : { [key]: value };
}

function withEntry(shape: JsonEntryShape, config: unknown): unknown {
  let node = config as Record<string, unknown>;
  for (const [depth, name] of shape.container.entries()) {
    const isArray = depth === shape.container.length - 1 && shape.key === undefined;
    node[name] ??= isArray ? [] : {};
    node = node[name] as Record<string, unknown>;
  }
  if (shape.key === undefined) (node as unknown as unknown[]).push(shape.value);
  else node[shape.key] = shape.value;
  return config;
}

/** A user may have copied our entry: none may go on naming what uninstall deletes. */
function removeAll(shape: JsonEntryShape, text: string, splice: Splice | undefined): string {
  let rest = remove(shape, text, splice);
  for (let before = text; rest !== before;) {
    before = rest;
    rest = remove(shape, rest, undefined);
  }
  return rest;
}

function remove(shape: JsonEntryShape, text: string, splice: Splice | undefined): string {
  const found = shape.find(jsonConfig(shape.file, text));
  if (found.kind !== "ours") return text;
  const before = undone(text, splice);
  if (before !== undefined && isTheUsers(shape, before, text, found.path)) return before;
  return without(text, outermost(rootOf(shape.file, text), found.path));
}

/** Whether `before` is `text` without our entry and nothing else. */
function isTheUsers(shape: JsonEntryShape, before: string, text: string, path: JsonPath): boolean {
  if (before.trim() !== "" && parseJsonText(before) === undefined) return false;
  const node = nodeAt(rootOf(shape.file, text), path);
  const entry = { ...shape, value: node === undefined ? undefined : (getNodeValue(node) as unknown) };
  return sameJson(withEntry(entry, jsonConfig(shape.file, before)), jsonConfig(shape.file, text));
}

/** Members in the same order, too. */
function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The entry, or the containers around it that hold nothing else. */
function outermost(root: Node, path: JsonPath): Node {
  let node = nodeAt(root, path);
  while (node?.parent !== undefined && node.parent !== root) {
    const alone = node.parent.type === "property" || node.parent.children?.length === 1;
    if (!alone) break;
    node = node.parent;
  }
  if (node === undefined) throw new Error("The entry was found a moment ago.");
  return node.parent?.type === "property" ? node.parent : node;
}

function rootOf(file: string, text: string): Node {
  const root = parseJsonText(text);
  if (root === undefined) throw new SetupRefusal(`${file} is not valid JSON; correct it and run the command again.`);
  if (root.type !== "object")
    throw new SetupRefusal(`${file} holds no JSON object; write it as { … } and run the command again.`);
  return root;
}
