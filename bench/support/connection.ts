import { connect, type Socket } from "node:net";

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

const END_OF_HEAD = Buffer.from("\r\n\r\n");

/**
 * One keep-alive connection, one request at a time. Written by hand because a general client costs more of this machine
 * than some of the servers that are measured with it. Understands answers with a Content-Length, which all of ours have.
 */
export class Connection {
  private received: Buffer = Buffer.alloc(0);
  private waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  private constructor(
    private readonly socket: Socket,
    private readonly host: string,
  ) {
    socket.setNoDelay(true);
    socket.on("data", (chunk) => {
      this.take(chunk);
    });
    socket.on("error", (error) => {
      this.fail(error);
    });
    socket.on("close", () => {
      this.fail(new Error("the server closed the connection"));
    });
  }

  static open(url: string): Promise<Connection> {
    const { hostname, port, host } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        socket.off("error", reject);
        resolve(new Connection(socket, host));
      });
      socket.once("error", reject);
    });
  }

  get(path: string): Promise<Answer> {
    return this.send(`GET ${path} HTTP/1.1\r\nHost: ${this.host}\r\n\r\n`);
  }

  /** `json` is the text of the body. */
  post(path: string, json: string): Promise<Answer> {
    const length = String(Buffer.byteLength(json));
    const head = `POST ${path} HTTP/1.1\r\nHost: ${this.host}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    return this.send(head + json);
  }

  close(): void {
    this.socket.removeAllListeners("close");
    this.socket.destroy();
  }

  private send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  private take(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const end = this.received.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const head = this.received.toString("latin1", 0, end);
    const start = end + END_OF_HEAD.length;
    const length = Number(/content-length: *(\d+)/iu.exec(head)?.[1] ?? Number.NaN);
    if (this.received.length < start + length) return;
    const answer = { status: Number(head.slice(9, 12)), body: this.received.subarray(start, start + length) };
    this.received = this.received.subarray(start + length);
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.resolve(answer);
  }

  private fail(error: Error): void {
    this.waiting?.reject(error);
    this.waiting = undefined;
  }
}
