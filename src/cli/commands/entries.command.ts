import { EXIT, type ExitCode } from "../exit-codes.js";
import { print, remark } from "../output.js";
import { openScope, type ScopedOptions } from "../session.js";
import { entryLines } from "../shown-entry.js";

export interface EntriesOptions extends ScopedOptions {
  readonly all?: boolean;
}

export async function entries({ all = false, ...options }: EntriesOptions): Promise<ExitCode> {
  const { client, scope, json, paint } = await openScope(options);
  const answer = await client.listMemoryEntries({ scope_id: scope, include_inactive: all });
  print(answer, json, () => answer.entries.flatMap((entry) => entryLines(entry, paint)));
  if (!json) {
    const revision = answer.memory === null ? "" : ` at Revision ${answer.memory.revision}`;
    remark(
      `${answer.entries.length} ${answer.entries.length === 1 ? "entry" : "entries"} in the scope ${scope}${revision}.`,
    );
  }
  return EXIT.ok;
}
