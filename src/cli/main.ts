#!/usr/bin/env node
import { readFileSync } from "node:fs";

import { CommanderError } from "commander";

import { EXIT } from "./exit-codes.js";
import { buildProgram } from "./program.js";

const USAGE_PREFIX = /^error: /u;
/** Commander has shown the help, because no command was named. */
const HELP_SHOWN = "commander.help";

function version(): string {
  const description = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return description.version;
}

/** What stands behind `--` is text, whatever it looks like. */
function wantsJson(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return (end < 0 ? words : words.slice(0, end)).includes("--json");
}

async function main(words: readonly string[]): Promise<void> {
  process.stdout.on("error", endUnwritten);
  // Where nothing can be said, the exit code still tells.
  process.stderr.on("error", () => undefined);
  try {
    await buildProgram(version()).parseAsync(words, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && (error.exitCode === 0 || error.code === HELP_SHOWN)) {
      process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
      return;
    }
    const { failureReport, UsageError } = await import("./failure.js");
    const { printFailure } = await import("./output.js");
    const usage = error instanceof CommanderError ? new UsageError(usageSentence(error)) : error;
    const report = failureReport(usage);
    printFailure(report, wantsJson(words));
    process.exitCode = report.exit;
  }
}

/** A reader such as `head` that has seen enough is no failure; a disk that is full is one. */
function endUnwritten({ code }: NodeJS.ErrnoException): never {
  if (code === "EPIPE") return process.exit();
  process.stderr.write(`powercontext: The answer could not be written (${code ?? "unknown"}).\n`);
  return process.exit(EXIT.failed);
}

function usageSentence({ message }: CommanderError): string {
  const sentence = message.replace(USAGE_PREFIX, "").replace(/\n/gu, " ").replace(/\.$/u, "");
  return `${sentence}. See \`powercontext --help\`.`;
}

process.exitCode = EXIT.ok;
await main(process.argv.slice(2));
