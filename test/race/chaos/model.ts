import { distilled, shownItems } from "../../support/experience-world.js";
import type { RecordedRequest } from "../../support/openai-server.js";
import { oneEntryForEach } from "../../support/scripted-memory.js";

/**
 * Makes one entry of each Source and one Experience of each report, and says in each how often it was asked before: what is
 * read twice becomes two different things, which nothing takes for one.
 */
export function forgetfulModel(): (request: RecordedRequest) => unknown {
  let asked = 0;
  return (request) => {
    asked += 1;
    if (!request.text.includes('\n{"sources":')) return marked(oneEntryForEach(request), asked);
    const items = shownItems(request);
    return distilled(...items.map(({ number, text }) => ({ name: `${text} ${markOf(asked)}`, sources: [number] })));
  };
}

const markOf = (asked: number): string => `(reading ${String(asked)})`;
const MARK = / \(reading \d+\)$/u;

/** What the model makes of a report, without its mark. */
export const lessonOf = (content: string): string => `lesson ${content}`;

export const unmarked = (text: string): string => text.replace(MARK, "");

function marked({ candidates }: ReturnType<typeof oneEntryForEach>, asked: number): unknown {
  return { candidates: candidates.map((each) => ({ ...each, text: `${each.text} ${markOf(asked)}` })) };
}
