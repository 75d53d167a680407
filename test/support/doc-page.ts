import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** A fenced block of a page that says to do something, with what the page promises of it. */
export interface Snippet {
  readonly language: "sh" | "ts";
  readonly text: string;
  /** Where its fence begins. */
  readonly line: number;
  /** What it prints: the `text` block that comes next. Undefined where the page does not say. */
  readonly printed: string | undefined;
  /** `exit=N` behind the language: how its last command ends. */
  readonly exit: number;
  /** `no-run=reason` behind the language: why it cannot be tried here. */
  readonly notRun: string | undefined;
}

const FENCE = /^```(?<language>[a-z]*)(?<info>[^\n]*)\n(?<text>[^]*?)^```$/gm;

interface Block {
  readonly language: string;
  /** What stands behind the language. */
  readonly info: string;
  readonly text: string;
  readonly line: number;
}

/**
 * The snippets of a page in their order. Blocks of `json` must parse.
 *
 * @throws Error for a block of any other kind, and for a `text` that no snippet prints: a page promises nothing untried.
 */
export function snippetsOf(page: string): readonly Snippet[] {
  const blocks = blocksOf(readFileSync(resolve(page), "utf8"));
  return blocks.flatMap((block, index) => {
    const isPrinted = block.language === "text" && isSnippet(blocks[index - 1]);
    if (block.language === "json") JSON.parse(block.text);
    else if (!isPrinted && !isSnippet(block)) {
      throw new Error(
        `${page}:${block.line}: nothing tries this block; mark it sh, ts, json, or text after what prints it`,
      );
    }
    return isSnippet(block) ? [snippetOf(block, blocks[index + 1])] : [];
  });
}

function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(FENCE)].map(({ groups, index }) => {
    const { language = "", info = "", text = "" } = groups ?? {};
    return { language, info, text, line: markdown.slice(0, index).split("\n").length };
  });
}

function isSnippet(block: Block | undefined): block is Block & Pick<Snippet, "language"> {
  return block?.language === "sh" || block?.language === "ts";
}

function snippetOf(
  { language, text, line, info }: Block & Pick<Snippet, "language">,
  next: Block | undefined,
): Snippet {
  return {
    language,
    text,
    line,
    printed: next?.language === "text" ? next.text.trimEnd() : undefined,
    exit: Number(/ exit=(\d+)/.exec(info)?.[1] ?? 0),
    notRun: / no-run=(.+)$/.exec(info)?.[1],
  };
}

/** The addresses of a page's links, without those of the web. */
export function linksOf(page: string): readonly string[] {
  const markdown = readFileSync(resolve(page), "utf8").replace(FENCE, "");
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^https?:/.test(link));
}

/** What a link may have behind `#` to lead to a heading of this page. */
export function anchorsOf(page: string): readonly string[] {
  const headings = readFileSync(resolve(page), "utf8")
    .replace(FENCE, "")
    .matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Whether an output is what a page says. `…` is any text within a line, and alone on a line any number of lines. */
export function isAsPrinted(output: string, printed: string): boolean {
  const lines = printed
    .split("\n")
    .map((line) => (line.trim() === "…" ? "[^]*?" : `${line.split("…").map(literal).join(".*")}\n`));
  return new RegExp(`^${lines.join("")}$`, "u").test(`${output}\n`);
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
