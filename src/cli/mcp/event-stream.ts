import { lines } from "./lines.js";

/** The data of each message event of a `text/event-stream`, in order. Other kinds of events are skipped. */
export async function* eventData(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let name = "message";
  let data: string[] = [];
  for await (const line of lines(stream)) {
    if (line === "") {
      if (data.length > 0 && name === "message") yield data.join("\n");
      name = "message";
      data = [];
    }
    const { field, value } = fieldOf(line);
    if (field === "data") data.push(value);
    if (field === "event") name = value;
  }
}

function fieldOf(line: string): { readonly field: string; readonly value: string } {
  const colon = line.indexOf(":");
  if (colon < 0) return { field: line, value: "" };
  return { field: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /u, "") };
}
