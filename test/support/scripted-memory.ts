import type { RecordedRequest } from "./openai-server.js";

export interface ShownSource {
  readonly number: number;
  readonly text: string;
}

/** The Sources that a request for extraction shows, in their order; a probe of the model shows none. */
export function shownSources(request: RecordedRequest): readonly ShownSource[] {
  const line = request.text.split("\n").find((one) => one.startsWith('{"entries":'));
  if (line === undefined) return [];
  return (JSON.parse(line) as { readonly sources: readonly ShownSource[] }).sources;
}

/** What every Source becomes, and nothing else does. */
export function entryOf(content: string): string {
  return `Recorded: ${content}`;
}

/** The answer of a model that makes one entry of each Source, naming it. */
export function oneEntryForEach(request: RecordedRequest) {
  const candidates = shownSources(request).map(({ number, text }) => ({
    op: "add",
    entry: null,
    kind: "fact",
    text: entryOf(text),
    sources: [number],
  }));
  return { candidates };
}

/** The same model, but for windows that hold a Source with this word: these it cannot read. */
export function exceptFor(word: string): (request: RecordedRequest) => unknown {
  return (request) =>
    shownSources(request).some(({ text }) => text.includes(word)) ? "I cannot read this." : oneEntryForEach(request);
}
