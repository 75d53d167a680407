import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { anchorsOf, isAsPrinted, linksOf, type Snippet, snippetsOf } from "../support/doc-page.js";
import { DocWorkshop } from "../support/doc-workshop.js";

const pages = [
  "README.md",
  ...pagesIn("docs"),
  ...pagesIn("docs/tutorials"),
  ...pagesIn("integrations/codex"),
  ...pagesIn("integrations/claude-code"),
];
/** Whose server has a model. */
const WITH_MODEL = ["docs/tutorials/typescript.md"];

describe.each(pages)("%s", (page) => {
  const snippets = snippetsOf(page);
  const tried = snippets.filter(({ notRun }) => notRun === undefined);

  for (const { line, notRun } of snippets) {
    if (notRun !== undefined) it.skip(`is not tried in line ${String(line)}: ${notRun}`, () => undefined);
  }
  it("has links that lead somewhere", () => {
    expect(linksOf(page).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });
  if (tried.length === 0) return;

  it("says what its commands and programs print", async () => {
    const options = { model: WITH_MODEL.includes(page), inRepository: page === "README.md" };
    const workshop = await DocWorkshop.open(tried, options);
    try {
      for (const language of ["sh", "ts"]) {
        const alike = tried.filter((snippet) => snippet.language === language);
        const { outputs, failure } = await workshop.run(alike);
        const printed = alike.map((snippet, index) => shown(snippet, outputs[index]));
        expect({ printed, failure }).toEqual({ printed: alike.map(promised), failure: undefined });
      }
    } finally {
      await workshop.close();
    }
  }, 180_000);
});

/** Pages promise no more than they say. */
const promised = ({ line, printed }: Snippet): string => `line ${String(line)}: ${printed ?? "…"}`;

function shown(snippet: Snippet, output: string | undefined): string {
  if (output !== undefined && isAsPrinted(output, snippet.printed ?? "…")) return promised(snippet);
  return `line ${String(snippet.line)}: ${output ?? "[failed, or not reached]"}`;
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  return existsSync(target) && (anchor === undefined || anchorsOf(target).includes(anchor));
}

function pagesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
}

describe("the words of a page", () => {
  it.each([
    ["the same", "the same", true],
    ["one\ntwo", "one", false],
    ["in 12 ms", "in … ms", true],
    ["in 12\n ms", "in … ms", false],
    ["in 12 s", "in … ms", false],
    ["first\nsecond\nthird\nlast", "first\n…\nlast", true],
    ["first\nlast", "first\n…\nlast", true],
    ["first\nother", "first\n…\nlast", false],
    ["a.b", "a.b", true],
    ["a-b", "a.b", false],
  ])("%j against %j", (output, printed, expected) => {
    expect(isAsPrinted(output, printed)).toBe(expected);
  });
});
