import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

import { CLI } from "./cli.js";
import type { Snippet } from "./doc-page.js";
import { OpenAiServer } from "./openai-server.js";
import { type ServerProcess, startServer } from "./server-process.js";
import { shownSources } from "./scripted-memory.js";

const TSC = resolve("node_modules/typescript/bin/tsc");
/** Between the outputs of two snippets. */
const MARK = "\u0001\n";
/** What pages call the home folder and the token of their reader. */
const HOME = "/home/ada";
const TEAM_TOKEN = "team-secret";
/** The hooks' own second is not enough on a machine that runs other tests. */
const PATIENCE = { REQUEST_TIMEOUT_SECONDS: "10", HTTP_BUDGET_SECONDS: "25" };

export interface DocRun {
  /** What each snippet printed; missing from the one on that failed. */
  readonly outputs: readonly string[];
  /** What the one that failed printed, and how it ended. */
  readonly failure: string | undefined;
}

interface WorkshopOptions {
  /** Whether the server has a model, which repeats what it reads. */
  readonly model: boolean;
  /** Whether the current folder is this repository. */
  readonly inRepository: boolean;
}

/**
 * What the reader of a page has: a home folder with this repository in `~/powercontext`, a checkout of a repository of hers as
 * the current folder, the command on the PATH, a server at 127.0.0.1:8000, one with a token at 127.0.0.1:8001, and at
 * 127.0.0.1:8080 something else that speaks HTTP.
 */
export class DocWorkshop {
  private readonly cleanups: (() => Promise<unknown>)[] = [];
  /** Each in a page's words and in fact. */
  private readonly names: (readonly [page: string, fact: string])[] = [];

  private constructor(
    private readonly home: string,
    private readonly checkout: string,
    /** Where commands are run. */
    private readonly folder: string,
  ) {}

  static async open(snippets: readonly Snippet[], options: WorkshopOptions): Promise<DocWorkshop> {
    const home = await mkdtemp(join(tmpdir(), "powercontext-docs-"));
    const checkout = join(home, "shop");
    const workshop = new DocWorkshop(home, checkout, options.inRepository ? resolve(".") : checkout);
    workshop.cleanups.push(() => rm(home, { recursive: true, force: true }));
    workshop.names.push([HOME, home]);
    try {
      await workshop.furnish(snippets.map(({ text }) => text).join(""), options.model);
    } catch (error) {
      await workshop.close();
      throw error;
    }
    return workshop;
  }

  async close(): Promise<void> {
    for (const cleanup of this.cleanups.reverse()) await cleanup();
  }

  /** Snippets of one language, in one shell or as one program. */
  async run(snippets: readonly Snippet[]): Promise<DocRun> {
    const [first] = snippets;
    if (first === undefined) return { outputs: [], failure: undefined };
    return first.language === "sh" ? this.runShell(snippets) : this.runProgram(snippets);
  }

  private async furnish(text: string, model: boolean): Promise<void> {
    await mkdir(join(this.checkout, "node_modules"), { recursive: true });
    await symlink(resolve("."), join(this.home, "powercontext"));
    await symlink(resolve("."), join(this.checkout, "node_modules/powercontext"));
    await promisify(execFile)("git", ["init", "--quiet", this.checkout]);
    await promisify(execFile)("git", ["remote", "add", "origin", "git@github.com:acme/shop.git"], {
      cwd: this.checkout,
    });

    const server = await this.serve("127.0.0.1:8000", model ? await this.modelSettings() : {});
    if (text.includes("127.0.0.1:8001")) await this.serve("127.0.0.1:8001", { AUTH_TOKEN: TEAM_TOKEN });
    await this.serveSomethingElse("127.0.0.1:8080");

    await mkdir(join(this.home, "bin"));
    await writeFile(join(this.home, "bin/powercontext"), commandFor(server.url), { mode: 0o755 });
  }

  private async serve(name: string, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const server = await startServer({ env });
    this.cleanups.push(() => server.dispose());
    this.names.push([name, new URL(server.url).host]);
    return server;
  }

  private async serveSomethingElse(name: string): Promise<void> {
    const server = createServer((_, response) => response.end("<h1>It works!</h1>"));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    this.cleanups.push(() => closed(server));
    this.names.push([name, `127.0.0.1:${String((server.address() as AddressInfo).port)}`]);
  }

  private async modelSettings(): Promise<Readonly<Record<string, string>>> {
    const provider = await OpenAiServer.start();
    this.cleanups.push(() => provider.down());
    provider.chat.answer((request) => ({
      candidates: shownSources(request).map(({ number, text }) => {
        return { op: "add", entry: null, kind: "decision", text, sources: [number] };
      }),
    }));
    return provider.generationSettings();
  }

  /** One shell for all of them. Both outputs are one, as on a terminal. */
  private runShell(snippets: readonly Snippet[]): Promise<DocRun> {
    const body = snippets.map(({ text, exit }) => `${exit === 0 ? text : expecting(exit, text)}printf '${MARK}'\n`);
    return this.inShell(this.inFact(body.join("")));
  }

  /** One program of all of them, checked by the compiler and run with the built client. */
  private async runProgram(snippets: readonly Snippet[]): Promise<DocRun> {
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      module: "nodenext",
      target: "es2022",
      noEmitOnError: true,
      types: ["node"],
      typeRoots: [resolve("node_modules/@types")],
    };
    const text = snippets.map((snippet) => `${snippet.text}console.log(${JSON.stringify(MARK.trimEnd())});\n`).join("");
    await writeFile(join(this.checkout, "page.mts"), this.inFact(text));
    await writeFile(join(this.checkout, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["page.mts"] }));
    return this.inShell(`node '${TSC}'\nnode page.mjs`);
  }

  private async inShell(script: string): Promise<DocRun> {
    const output = { text: "" };
    const child = spawn("/bin/sh", ["-c", `exec 2>&1\nset -e\n${script}`], {
      cwd: this.folder,
      env: this.environment(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output.text += chunk));
    const code = await new Promise((done) => child.on("close", done));
    const outputs = this.inPageWords(output.text).split(MARK);
    const rest = outputs.pop() ?? "";
    const failure = code === 0 && rest === "" ? undefined : `${rest}[ended with ${String(code)}]`;
    return { outputs: outputs.map((each) => each.trimEnd()), failure };
  }

  private environment(): Record<string, string> {
    const patience = Object.entries(PATIENCE).flatMap(([name, value]) =>
      ["CODEX", "CLAUDE"].map((host) => [`POWERCONTEXT_${host}_${name}`, value]),
    );
    return {
      HOME: this.home,
      PATH: [join(this.home, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
      POWERCONTEXT_CLIENT_SERVER_URL: this.inFact("http://127.0.0.1:8000"),
      POWERCONTEXT_CLIENT_TIMEOUT: "60",
      ...(Object.fromEntries(patience) as Record<string, string>),
    };
  }

  private inFact(text: string): string {
    return this.names.reduce((result, [page, fact]) => result.replaceAll(page, fact), text);
  }

  private inPageWords(text: string): string {
    return this.names.reduce((result, [page, fact]) => result.replaceAll(fact, page), text);
  }
}

/** The built command. Setup is told the address that it takes by itself on the reader's machine. */
function commandFor(serverUrl: string): string {
  return `#!/bin/sh
case "$*" in
  *--server*) ;;
  setup*) set -- "$@" --server ${serverUrl} ;;
esac
exec node '${CLI}' "$@"
`;
}

function expecting(exit: number, text: string): string {
  return `set +e\n${text}status=$?\nset -e\n[ "$status" = ${String(exit)} ] || exit 99\n`;
}

const closed = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => {
      done();
    });
    server.closeAllConnections();
  });
