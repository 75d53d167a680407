import { connect, type Socket } from "node:net";

import { until } from "./until.js";

/** A connection to a server on which a test says what it likes, when it likes. */
export class SpokenSocket {
  private heard = "";
  private over = false;
  private failure: string | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding("latin1").on("data", (text: string) => (this.heard += text));
    socket.on("error", (error: NodeJS.ErrnoException) => (this.failure = error.code));
    socket.on("close", () => (this.over = true));
  }

  static async open(url: string): Promise<SpokenSocket> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    const spoken = new SpokenSocket(socket);
    await until(() => !socket.connecting);
    return spoken;
  }

  /** Everything that came so far. */
  get received(): string {
    return this.heard;
  }

  get isOpen(): boolean {
    return !this.over;
  }

  /** The code of the error the connection broke with. */
  get brokenBy(): string | undefined {
    return this.failure;
  }

  say(text: string): void {
    this.socket.write(text);
  }

  /** Takes nothing more of what comes, so that the system's buffers fill up. */
  stopReading(): void {
    this.socket.pause();
  }

  goOnReading(): void {
    this.socket.resume();
  }

  leave(): void {
    this.socket.destroy();
  }

  /** Resolves with the status of the answer, once it is whole. */
  async status(): Promise<number> {
    await until(() => /^HTTP\/1\.1 (?!100)\d{3} [^]*\r\n\r\n[^]*\}$/m.test(this.heard));
    return Number(/^HTTP\/1\.1 (?!100)(\d{3})/m.exec(this.heard)?.[1]);
  }

  async closed(): Promise<void> {
    await until(() => this.over);
  }
}

/** A request of which the last byte is missing. */
export class UnfinishedRequest {
  private constructor(
    readonly socket: SpokenSocket,
    private readonly rest: string,
  ) {}

  static async begin(url: string, path: string, body: object): Promise<UnfinishedRequest> {
    const text = JSON.stringify(body);
    const socket = await SpokenSocket.open(url);
    socket.say(requestHead(path, { "content-length": String(text.length) }) + text.slice(0, -1));
    return new UnfinishedRequest(socket, text.slice(-1));
  }

  /** Sends the last byte. @returns the status of the answer */
  finish(): Promise<number> {
    this.socket.say(this.rest);
    return this.socket.status();
  }

  leave(): void {
    this.socket.leave();
  }
}

export function requestHead(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const fields = { host: "localhost", "content-type": "application/json", ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [`POST ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}
