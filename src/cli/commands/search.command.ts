import type { SearchMemoryResponse } from "../../client/index.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { type Paint, print, remark } from "../output.js";
import { openScope, type ScopedOptions } from "../session.js";
import { indented } from "../shown-entry.js";
import { textArgument } from "../text-argument.js";

export interface SearchOptions extends ScopedOptions {
  readonly limit: number;
  readonly mode: "auto" | "fts" | "vector" | "hybrid";
}

export async function search(query: string, { limit, mode, ...options }: SearchOptions): Promise<ExitCode> {
  const { client, scope, json, paint } = await openScope(options);
  const answer = await client.searchMemory({ scope_id: scope, query: await textArgument(query), limit, mode });
  print(answer, json, () => answer.hits.flatMap((hit, index) => hitLines(hit, index + 1, paint)));
  if (!json && answer.hits.length === 0) remark(`Nothing found in the scope ${scope}.`);
  return EXIT.ok;
}

function hitLines(hit: SearchMemoryResponse["hits"][number], place: number, paint: Paint): readonly string[] {
  const number = `${place}. `;
  const about = [`score ${hit.score.toFixed(3)}`, hit.matched_by.join("+"), hit.citation.entry_id];
  const margin = " ".repeat(number.length);
  return [...indented(hit.text, paint("bold", number), margin), margin + paint("dim", about.join(" · "))];
}
