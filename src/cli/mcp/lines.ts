const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);

/** The lines of a stream, without their ends and a byte order mark. The last one counts without an end too. Linear in the bytes. */
export async function* byteLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  // A line of many chunks is joined once: growing it chunk by chunk would be quadratic.
  let begun: Uint8Array[] = [];
  let isFirst = true;
  const finished = (): Buffer => {
    const line = Buffer.concat(begun);
    const start =
      isFirst && line.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
    isFirst = false;
    return line.subarray(start, line.at(-1) === RETURN ? -1 : undefined);
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      begun.push(chunk.subarray(from, end));
      yield finished();
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield finished();
}

/** The same of a stream of UTF-8. What is none is replaced. */
export async function* lines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const line of byteLines(stream)) yield line.toString("utf8");
}
