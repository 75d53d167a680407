import { EXIT, type ExitCode } from "../exit-codes.js";
import { type Host, removeHost, setUpHost } from "../hosts/index.js";
import { print } from "../output.js";
import { terminalText } from "../terminal-text.js";

export interface SetupOptions {
  readonly server?: string;
  readonly print?: boolean;
}

export async function setup(host: Host, { server, print: dry = false }: SetupOptions): Promise<ExitCode> {
  const lines = await setUpHost(host, { ...(server === undefined ? {} : { server }), print: dry });
  print(undefined, false, () => lines.map(terminalText));
  return EXIT.ok;
}

export async function uninstall(host: Host, { print: dry = false }: Pick<SetupOptions, "print">): Promise<ExitCode> {
  const lines = await removeHost(host, { print: dry });
  print(undefined, false, () => lines.map(terminalText));
  return EXIT.ok;
}
