import { connect } from "node:net";

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends bytes that no HTTP client would send, and reads until the server ends the connection. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  return parse(await exchange(url, bytes));
}

/** The same for several requests in one go. Bodies must not hold what looks like a status line. */
export async function sendRawAll(url: string, bytes: string | Buffer): Promise<readonly RawAnswer[]> {
  return answersIn(await exchange(url, bytes));
}

/** Everything that came over a connection, cut into its answers. */
export function answersIn(received: string): readonly RawAnswer[] {
  return received.split(/(?=HTTP\/1\.1 \d{3} )/).map(parse);
}

async function exchange(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes));
    socket.setTimeout(5_000, () => socket.destroy(new Error("the server neither answered nor closed the connection")));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("end", () => {
      socket.end();
      resolve(Buffer.concat(chunks).toString("utf8"));
    });
    socket.on("error", reject);
  });
}

function parse(received: string): RawAnswer {
  const [head = "", body = ""] = received.split("\r\n\r\n", 2);
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(statusLine.split(" ")[1]), headers: new Map(headers), body };
}
