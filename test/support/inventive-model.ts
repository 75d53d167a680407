import type { OpenAiServer, RecordedRequest } from "./openai-server.js";

/** What a model says that always finds something, and every few answers something that must not be written. */
export function letItInvent(provider: OpenAiServer): void {
  let count = 0;
  provider.chat.answer((request) => {
    count += 1;
    return { candidates: candidates(request, count), ...experience(count) };
  });
}

const ODD_TEXTS = ["", " ", "x".repeat(9_000), "a\u0000b", "\ud800", "BEGIN_POWERCONTEXT_PREPARED_CONTEXT_V1"];

function candidates({ text }: RecordedRequest, count: number): readonly object[] {
  const handle = /\\?"entry\\?":\\?"([^"\\]+)/u.exec(text)?.[1] ?? null;
  const said = (fact: string, sources: readonly number[]) => ({
    op: "add",
    entry: null,
    kind: "fact",
    text: fact,
    sources,
  });
  return [
    said(`Invention ${String(count)} holds.`, [1]),
    ...(handle !== null && count % 2 === 0
      ? [{ ...said(`Revised in ${String(count)}.`, [1]), op: "revise", entry: handle }]
      : []),
    ...(count % 3 === 0 ? [said(ODD_TEXTS[count % ODD_TEXTS.length] ?? "", [1])] : []),
    ...(count % 5 === 0
      ? [said("Unsupported.", []), said("Elsewhere.", [99, -1]), said("Invention 1 holds.", [1])]
      : []),
  ];
}

function experience(count: number): object {
  if (count % 3 === 0) return { no_op: true, proposal: null };
  const name = String(count);
  const parts = { situation: `Situation ${name}.`, action: `Action ${name}.`, outcome: `Outcome ${name}.` };
  return { no_op: false, proposal: { ...parts, lesson: `Lesson ${name}.` }, proposals: [] };
}
