import type { Id16 } from "../../kernel/ids.js";

/** Stored texts as a model may see them, and the line that sets them apart. */
export interface FencedData {
  readonly fence: string;
  readonly input: string;
}

/** As JSON a stored text has no line of its own, so it can neither end the data nor look like a fence. @param id fresh */
export function fenced(id: Id16, data: unknown): FencedData {
  const fence = `--- data ${id.toString("hex")} ---`;
  return { fence, input: `${fence}\n${JSON.stringify(data)}\n${fence}` };
}
