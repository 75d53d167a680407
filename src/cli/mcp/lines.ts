/** The lines of a stream of UTF-8, without their ends. The last one counts without an end too. Linear in the bytes. */
export async function* lines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // A line of many chunks is joined once: growing a string chunk by chunk and searching it anew would be quadratic.
  let begun: string[] = [];
  for await (const chunk of stream) {
    const [first = "", ...more] = decoder.decode(chunk, { stream: true }).split("\n");
    begun.push(first);
    for (const next of more) {
      yield withoutReturn(begun.join(""));
      begun = [next];
    }
  }
  const last = begun.join("") + decoder.decode();
  if (last !== "") yield withoutReturn(last);
}

const withoutReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line);
