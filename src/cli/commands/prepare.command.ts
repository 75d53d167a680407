import { EXIT, type ExitCode } from "../exit-codes.js";
import { print, remark } from "../output.js";
import { openScope, type ScopedOptions } from "../session.js";
import { terminalText } from "../terminal-text.js";
import { textArgument } from "../text-argument.js";

export interface PrepareOptions extends ScopedOptions {
  readonly maxBytes: number;
}

/** Shows what an agent would be given for this prompt. */
export async function prepare(prompt: string, { maxBytes, ...options }: PrepareOptions): Promise<ExitCode> {
  const { client, scope, json } = await openScope(options);
  const request = { scope_id: scope, query: await textArgument(prompt), max_bytes: maxBytes };
  const answer = await client.prepareContext(request);
  print(answer, json, () => (answer.content === null ? [] : [terminalText(answer.content)]));
  if (!json && answer.content === null)
    remark(`Nothing in the scope ${scope} answers this prompt: an agent is given nothing.`);
  return EXIT.ok;
}
