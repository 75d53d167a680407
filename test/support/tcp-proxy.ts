import { createServer, type AddressInfo, connect as connectTo, type Socket } from "node:net";

import type { DatabaseAddress } from "../../src/platform/config/mysql-url.js";

/**
 * - `before`  the statement never reaches the engine: both sides are cut first
 * - `within`  it reaches the engine, and the caller is cut before there can be an answer
 * - `after`   the engine has answered, and the answer is lost with the connection
 * - `silence` it reaches the engine, and neither its answer nor the end of the connection reaches the caller
 * - `stall`   it never reaches the engine, and the caller is not told
 */
export type Fault = "before" | "within" | "after" | "silence" | "stall";

/** Stands between a client and the engine, on a TCP port of this machine, and fails at the statement it is told. */
export interface TcpProxy {
  readonly port: number;
  /** Lets the next statement that begins with `text` run into the fault. Resolves when that has happened. */
  once(text: string, fault: Fault): Promise<void>;
  /** Tells when a statement that begins with `text` was passed on, and holds its answer back until it is released. */
  hold(text: string): Promise<() => void>;
  /** Connections taken so far. */
  readonly accepted: number;
  /** Cuts every connection. */
  cutAll(): void;
  /** Refuses new connections and cuts the open ones, until reopened on the same port, perhaps for another engine. */
  shut(): Promise<void>;
  reopen(engine?: DatabaseAddress): Promise<void>;
  /** Takes new connections without passing anything on, and holds back everything on the open ones. */
  freeze(): void;
  thaw(): void;
  /** Passes every statement on so much later from now on, 0 for at once. */
  delay(milliseconds: number): void;
}

interface Trap {
  readonly text: string;
  readonly spring: (link: Link, packet: Buffer) => void;
}

/** @param rewrite pairs of words of one length, by which statements and answers are changed */
export async function startProxy(
  engine: DatabaseAddress,
  rewrite: Readonly<Record<string, string>> = {},
): Promise<TcpProxy & { close(): Promise<void> }> {
  const links = new Set<Link>();
  const traps = new Set<Trap>();
  let accepted = 0;
  const pace = { delayMs: 0 };
  let isFrozen = false;
  let upstream = engine;
  const server = createServer((client) => {
    const link = new Link(client, upstream, { traps, rewrite, pace });
    links.add(link);
    accepted += 1;
    link.onEnd(() => links.delete(link));
    if (isFrozen) link.freeze();
  });
  const listen = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        resolve((server.address() as AddressInfo).port);
      });
    });
  const cutAll = (): void => {
    for (const link of links) link.cut();
  };
  const shut = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      cutAll();
    });
  const port = await listen(0);
  return {
    port,
    get accepted() {
      return accepted;
    },
    once: (text, fault) =>
      new Promise((resolve) => {
        const trap: Trap = {
          text,
          spring: (link, packet) => {
            traps.delete(trap);
            link.fail(fault, packet, resolve);
          },
        };
        traps.add(trap);
      }),
    hold: (text) =>
      new Promise((resolve) => {
        const trap: Trap = {
          text,
          spring: (link, packet) => {
            traps.delete(trap);
            resolve(link.holdAnswer(packet));
          },
        };
        traps.add(trap);
      }),
    cutAll,
    shut,
    reopen: async (moved = upstream) => {
      upstream = moved;
      await listen(port);
    },
    freeze: () => {
      isFrozen = true;
      for (const link of links) link.freeze();
    },
    thaw: () => {
      isFrozen = false;
      for (const link of links) link.thaw();
    },
    delay: (milliseconds) => {
      pace.delayMs = milliseconds;
    },
    close: shut,
  };
}

const HEADER_BYTES = 4;
const QUERY_COMMAND = 3;
/** Where a statement's text begins: behind the command, and behind the attributes some clients put before it. */
const LONGEST_PREAMBLE = 4;

/** One client with its connection to the engine. Client bytes are cut into packets, the engine's are passed as they come. */
class Link {
  private readonly upstream: Socket;
  private unread = Buffer.alloc(0);
  private held: Buffer[] | undefined;
  private onAnswer: (() => void) | undefined;

  constructor(
    private readonly client: Socket,
    engine: DatabaseAddress,
    private readonly changes: {
      readonly traps: ReadonlySet<Trap>;
      readonly rewrite: Readonly<Record<string, string>>;
      readonly pace: { readonly delayMs: number };
    },
  ) {
    this.upstream = connectTo("socketPath" in engine ? { path: engine.socketPath } : engine);
    for (const socket of [client, this.upstream]) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.cut();
      });
    }
    client.on("data", (bytes: Buffer) => {
      this.fromClient(bytes);
    });
    this.upstream.on("data", (bytes: Buffer) => {
      this.fromEngine(this.rewritten(bytes));
    });
  }

  onEnd(listener: () => void): void {
    this.client.once("close", listener);
  }

  cut(): void {
    this.client.destroy();
    this.upstream.destroy();
  }

  fail(fault: Fault, packet: Buffer, done: () => void): void {
    const cut = (): void => {
      this.cut();
      done();
    };
    switch (fault) {
      case "before":
        cut();
        break;
      case "within":
        // The engine reads what was sent before it sees the end.
        this.client.destroy();
        this.upstream.end(packet, done);
        break;
      case "after":
        this.onAnswer = cut;
        this.upstream.write(packet);
        break;
      case "stall":
        this.freeze();
        done();
        break;
      case "silence":
        this.freeze();
        this.upstream.write(packet, () => {
          done();
        });
        break;
    }
  }

  holdAnswer(packet: Buffer): () => void {
    this.freeze();
    this.upstream.write(packet);
    return () => {
      this.thaw();
    };
  }

  freeze(): void {
    this.held ??= [];
    this.client.pause();
  }

  thaw(): void {
    for (const bytes of this.held ?? []) this.client.write(bytes);
    this.held = undefined;
    this.client.resume();
  }

  private fromEngine(bytes: Buffer): void {
    if (this.onAnswer) this.onAnswer();
    else if (this.held) this.held.push(bytes);
    else this.client.write(bytes);
  }

  private rewritten(bytes: Buffer): Buffer {
    const words = Object.entries(this.changes.rewrite);
    if (words.length === 0) return bytes;
    let text = bytes.toString("latin1");
    for (const [from, to] of words) text = text.replaceAll(from, to);
    return Buffer.from(text, "latin1");
  }

  private fromClient(bytes: Buffer): void {
    this.unread = Buffer.concat([this.unread, bytes]);
    for (let packet = this.nextPacket(); packet !== undefined; packet = this.nextPacket()) {
      const found = this.rewritten(packet);
      const trap = [...this.changes.traps].find(({ text }) => beginsWith(found, text));
      if (trap) trap.spring(this, found);
      else this.pass(found);
    }
  }

  private pass(packet: Buffer): void {
    const { delayMs } = this.changes.pace;
    if (delayMs === 0) this.upstream.write(packet);
    else setTimeout(() => this.upstream.write(packet), delayMs);
  }

  private nextPacket(): Buffer | undefined {
    if (this.unread.length < HEADER_BYTES) return undefined;
    const end = HEADER_BYTES + this.unread.readUIntLE(0, 3);
    if (this.unread.length < end) return undefined;
    const packet = this.unread.subarray(0, end);
    this.unread = this.unread.subarray(end);
    return packet;
  }
}

function beginsWith(packet: Buffer, text: string): boolean {
  if (packet[HEADER_BYTES] !== QUERY_COMMAND) return false;
  const at = packet.indexOf(text, HEADER_BYTES);
  return at >= 0 && at <= HEADER_BYTES + LONGEST_PREAMBLE;
}
