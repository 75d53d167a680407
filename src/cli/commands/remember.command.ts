import { EXIT, type ExitCode } from "../exit-codes.js";
import { print } from "../output.js";
import { entryLines } from "../shown-entry.js";
import { openScope, type ScopedOptions } from "../session.js";
import { textArgument } from "../text-argument.js";

export interface RememberOptions extends ScopedOptions {
  readonly kind: string;
  readonly reason?: string;
}

export async function remember(text: string, { kind, reason, ...options }: RememberOptions): Promise<ExitCode> {
  const { client, scope, json, paint } = await openScope(options);
  const request = { scope_id: scope, kind, text: await textArgument(text), reason: reason ?? null };
  const answer = await client.rememberMemory(request);
  print(answer, json, () => [
    paint("green", `Remembered in Revision ${answer.memory.revision}:`),
    ...(answer.entry === null ? [] : entryLines(answer.entry, paint)),
  ]);
  return EXIT.ok;
}
