import { Argument, Command, InvalidArgumentError, Option } from "commander";

import { EXIT_HELP, type ExitCode } from "./exit-codes.js";
import type { Host } from "./hosts/index.js";

/** All commands. What a command needs is loaded when it runs: --help and mcp load nothing of the server. */
export function buildProgram(version: string): Command {
  const program = new Command("powercontext")
    .description("Memory for agents: the server, its set-up in agents, and its operations by hand.")
    .version(version)
    .exitOverride()
    // Failures are printed in one place, in the form that was asked for.
    .configureOutput({ outputError: () => undefined })
    .showHelpAfterError(false)
    .addHelpText("after", `${ENVIRONMENT_HELP}${EXIT_HELP}`);
  addServer(program);
  addHosts(program);
  addMemory(program);
  addReview(program);
  return program;
}

const HOSTS = ["codex", "claude-code"] as const satisfies readonly Host[];

const ENVIRONMENT_HELP = `
Text arguments: - reads standard input.

Environment of the commands that ask a server (.env is not read):
  POWERCONTEXT_CLIENT_SERVER_URL   where it is (default: http://127.0.0.1:8000)
  POWERCONTEXT_CLIENT_API_TOKEN    its bearer token
  POWERCONTEXT_CLIENT_TIMEOUT      seconds to wait for an answer (default: 10; 60 for flush)
  POWERCONTEXT_CLIENT_SCOPE_ID     instead of the scope of the checkout
  NO_COLOR                         no colours
`;

function addServer(program: Command): void {
  const server = program.command("server").description("run the server; its settings are POWERCONTEXT_SERVER_…");
  server
    .command("run")
    .description("serve until a signal ends it, as npm start does")
    .action(async () => {
      await import("../main.js");
    });
  server
    .command("migrate")
    .description("bring the database's schema up to date and exit")
    .action(async () => {
      await import("../migrate.js");
    });
  program
    .command("mcp")
    .description("MCP over standard input and output, for agents that cannot speak HTTP")
    .addOption(serverOption())
    .action(loaded(async () => (await import("./commands/mcp.command.js")).mcp));
}

function addHosts(program: Command): void {
  const host = (): Argument => new Argument("<host>", "the agent").choices(HOSTS);
  const printOption = (): Option => new Option("--print", "show what would change and change nothing");
  program
    .command("setup")
    .description("connect an agent with this server: its hook and its MCP tools")
    .addArgument(host())
    .addOption(serverOption())
    .addOption(printOption())
    .action(loaded(async () => (await import("./commands/setup.command.js")).setup));
  program
    .command("uninstall")
    .description("take out exactly what setup has put in")
    .addArgument(host())
    .addOption(printOption())
    .action(loaded(async () => (await import("./commands/setup.command.js")).uninstall));
  program
    .command("doctor")
    .description("check the server, and with a name the agent's side too; says how to mend what it finds")
    .addArgument(new Argument("[host]", "the agent").choices(HOSTS))
    .addOption(serverOption())
    .addOption(jsonOption())
    .action(loaded(async () => (await import("./commands/doctor.command.js")).doctor));
}

function addMemory(program: Command): void {
  scoped(program.command("remember"))
    .description("remember one statement")
    .argument("<text>", "the statement")
    .option("--kind <kind>", "fact, preference, decision, constraint, working_note or a word of yours", "fact")
    .option("--reason <reason>", "why, for the history")
    .action(loaded(async () => (await import("./commands/remember.command.js")).remember));
  scoped(program.command("search"))
    .description("find what is remembered")
    .argument("<query>", "what to look for")
    .addOption(countOption("--limit <n>", "the most hits", 50).default(10))
    .addOption(new Option("--mode <mode>", "how").choices(["auto", "fts", "vector", "hybrid"]).default("auto"))
    .action(loaded(async () => (await import("./commands/search.command.js")).search));
  scoped(program.command("entries"))
    .description("list all that is remembered")
    .option("--all", "with what has been retired")
    .action(loaded(async () => (await import("./commands/entries.command.js")).entries));
  scoped(program.command("prepare"))
    .description("show what an agent would be given for a prompt")
    .argument("<prompt>", "the prompt")
    .addOption(countOption("--max-bytes <n>", "the most bytes", 32_768, 512).default(8_000))
    .action(loaded(async () => (await import("./commands/prepare.command.js")).prepare));
  scoped(program.command("flush"))
    .description("let the model turn captured Sources into Memory: one window, or more with --through")
    .addOption(countOption("--through <n>", "go on until the Source at this position has been read"))
    .action(loaded(async () => (await import("./commands/flush.command.js")).flush));
}

function addReview(program: Command): void {
  const review = program.command("review").description("decide what models and agents have proposed as Experience");
  const version = (): Option =>
    countOption("--expected-version <n>", "the version you have read, as the list shows it").makeOptionMandatory();
  scoped(review.command("list"))
    .description("list Candidates, oldest first")
    .addOption(new Option("--status <status>", "which").choices(["pending", "approved", "rejected"]).default("pending"))
    .addOption(countOption("--limit <n>", "the most of them", 100).default(50))
    .option("--cursor <cursor>", "go on where a list ended")
    .action(loaded(async () => (await import("./commands/review.command.js")).listReviews));
  scoped(review.command("approve"))
    .description("approve a Candidate: it becomes an Experience that agents are given")
    .argument("<candidate>", "its id")
    .addOption(version())
    .action(loaded(async () => (await import("./commands/review.command.js")).approve));
  scoped(review.command("reject"))
    .description("reject a Candidate for good")
    .argument("<candidate>", "its id")
    .addOption(version())
    .requiredOption("--reason <reason>", "why")
    .action(loaded(async () => (await import("./commands/review.command.js")).reject));
}

function scoped(command: Command): Command {
  return command
    .option("--scope <id>", "the scope; default: that of the checkout you are in, as the hooks name it")
    .addOption(serverOption())
    .addOption(jsonOption());
}

const serverOption = (): Option =>
  new Option("--server <url>", "the server, instead of POWERCONTEXT_CLIENT_SERVER_URL");
const jsonOption = (): Option => new Option("--json", "answer, and report errors, as one line of JSON");

function countOption(flags: string, description: string, max = Number.MAX_SAFE_INTEGER, min = 1): Option {
  return new Option(flags, description).argParser((text) => {
    const count = /^\d{1,16}$/u.test(text) ? Number(text) : NaN;
    if (count >= min && count <= max) return count;
    throw new InvalidArgumentError(
      `It must be an integer from ${String(min)}${max < Number.MAX_SAFE_INTEGER ? ` to ${String(max)}` : ""}.`,
    );
  });
}

type Run<Words extends unknown[]> = (...words: Words) => Promise<ExitCode>;

/** Loads a command when it runs, and ends with the code it answers. */
function loaded<Words extends unknown[]>(load: () => Promise<Run<Words>>): (...words: Words) => Promise<void> {
  return async (...words) => {
    const run = await load();
    process.exitCode = await run(...words);
  };
}
