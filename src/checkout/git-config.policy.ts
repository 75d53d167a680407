const NOTHING = /^\s*(?:[#;].*)?$/;
const SECTION = /^\s*\[([a-z0-9-]+)(?: "([^"\\]*)")?\]\s*$/i;
const VALUE = /^\s*([a-z][a-z0-9-]*)\s*=\s*([^"\\#;]*?)\s*$/i;

export interface PlainConfig {
  /** `remote.origin.url`, of several the last, as git takes it. */
  readonly originUrl: string | undefined;
}

/**
 * A repository's configuration that is written as plainly as git itself writes one. Undefined for everything that takes more to be
 * understood: quotes, escapes, included files, a work tree elsewhere. Then git is asked.
 */
export function parsePlainConfig(config: string): PlainConfig | undefined {
  let section = "";
  let originUrl: string | undefined;
  for (const text of config.split(/\r?\n/)) {
    const line = parseLine(text);
    if (line.kind === "section") section = line.name;
    if (line.kind === "unclear" || leadsElsewhere(section, line)) return undefined;
    if (line.kind === "value" && section === "remote.origin" && line.key === "url") originUrl = line.value;
  }
  return { originUrl };
}

type Line =
  | { readonly kind: "nothing" | "unclear" }
  | { readonly kind: "section"; readonly name: string }
  | { readonly kind: "value"; readonly key: string; readonly value: string };

function parseLine(text: string): Line {
  if (NOTHING.test(text)) return { kind: "nothing" };
  const [header, name, subsection] = SECTION.exec(text) ?? [];
  if (header !== undefined) return { kind: "section", name: sectionName(name, subsection) };
  const [, key, value] = VALUE.exec(text) ?? [];
  return key === undefined || value === undefined
    ? { kind: "unclear" }
    : { kind: "value", key: key.toLowerCase(), value };
}

/** Case counts in the quotes alone. */
function sectionName(name = "", subsection?: string): string {
  return name.toLowerCase() + (subsection === undefined ? "" : `.${subsection}`);
}

function leadsElsewhere(section: string, line: Line): boolean {
  if (/^include(?:if)?(?:\.|$)/.test(section)) return true;
  if (line.kind !== "value") return false;
  const name = `${section}.${line.key}`;
  return (
    name === "extensions.worktreeconfig" || name === "core.worktree" || (name === "core.bare" && line.value !== "false")
  );
}
