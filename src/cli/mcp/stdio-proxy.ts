import { isUtf8 } from "node:buffer";

import {
  classify,
  errorReply,
  INVALID_REQUEST,
  isObject,
  type JsonObject,
  PARSE_ERROR,
  type RequestId,
} from "./json-rpc.js";
import { byteLines } from "./lines.js";
import type { Outgoing, ServerExchange } from "./server-exchange.js";

/** How long calls in flight may go on once the host has closed its side. */
const LAST_CALLS_MS = 1_000;
/** White space to JSON. */
const BLANKS: ReadonlySet<number> = new Set(Buffer.from(" \t\r"));

export interface ProxyStreams {
  readonly input: AsyncIterable<Uint8Array>;
  /** Takes one message as a line. */
  write(line: string): void;
  /** For a person: never a message's content. */
  log(sentence: string): void;
}

/** Lines of JSON-RPC from a host, each answered with the server's words. All messages are on their way at once. */
export class StdioProxy {
  private readonly passing = new Set<Promise<void>>();
  private readonly asked = new Map<RequestId, AbortController>();
  private readonly ended = new AbortController();

  constructor(
    private readonly streams: ProxyStreams,
    private readonly server: ServerExchange,
  ) {}

  /** Resolves soon after the input has ended: calls in flight get a moment, and are dropped after it. */
  async run(): Promise<void> {
    for await (const line of byteLines(this.streams.input)) {
      if (line.every((byte) => BLANKS.has(byte))) continue;
      const passed = this.pass(line).finally(() => this.passing.delete(passed));
      this.passing.add(passed);
    }
    const deadline = setTimeout(() => {
      this.ended.abort();
    }, LAST_CALLS_MS);
    await Promise.all(this.passing);
    clearTimeout(deadline);
  }

  private async pass(line: Buffer): Promise<void> {
    const reply = await this.replyTo(line);
    if (reply !== undefined) this.streams.write(JSON.stringify(reply));
  }

  private async replyTo(bytes: Buffer): Promise<JsonObject | readonly JsonObject[] | undefined> {
    if (!isUtf8(bytes)) return errorReply(null, PARSE_ERROR, "The line is not UTF-8.");
    const line = bytes.toString("utf8");
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return errorReply(null, PARSE_ERROR, "The line is not JSON.");
    }
    if (!Array.isArray(message)) return this.answer(message, line);
    if (message.length === 0) return errorReply(null, INVALID_REQUEST, "The batch is empty.");
    // Newer protocols know no batches: the server gets single messages, the host one line of replies.
    const answers = await Promise.all(message.map((part) => this.answer(part, JSON.stringify(part))));
    const replies = answers.filter((answer) => answer !== undefined);
    return replies.length === 0 ? undefined : replies;
  }

  private async answer(message: unknown, body: string): Promise<JsonObject | undefined> {
    const incoming = classify(message);
    switch (incoming.kind) {
      case "request":
        return this.ask(incoming.id, { ...incoming, body });
      case "notification":
        if (incoming.method === "notifications/cancelled") this.cancel(incoming.message);
        return this.tell({ ...incoming, body });
      case "response":
        return this.tell({ ...incoming, method: undefined, body });
      case "invalid":
        return errorReply(incoming.id, INVALID_REQUEST, incoming.problem ?? "The message is not JSON-RPC 2.0.");
    }
  }

  /** @returns nothing for what the host has cancelled: it waits for no reply. */
  private async ask(id: RequestId, outgoing: Outgoing): Promise<JsonObject | undefined> {
    const own = new AbortController();
    this.asked.set(id, own);
    const cancelled = AbortSignal.any([own.signal, this.ended.signal]);
    const reply = await this.server.ask(id, outgoing, cancelled);
    if (this.asked.get(id) === own) this.asked.delete(id);
    if (cancelled.aborted) return undefined;
    if (isObject(reply["error"]))
      this.streams.log(`a call was answered with an error (${String(reply["error"]["code"])})`);
    return reply;
  }

  private async tell(outgoing: Outgoing): Promise<undefined> {
    try {
      await this.server.tell(outgoing, this.ended.signal);
    } catch (error) {
      if (error instanceof Error) this.streams.log(error.message);
    }
  }

  private cancel({ params }: JsonObject): void {
    const id = isObject(params) ? params["requestId"] : undefined;
    if (typeof id === "string" || typeof id === "number") this.asked.get(id)?.abort();
  }
}
