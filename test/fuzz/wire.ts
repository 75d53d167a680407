import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request as httpRequest } from "node:http";
import { connect } from "node:net";

import { answersIn } from "../support/raw-http.js";
import type { Outgoing } from "./outgoing.js";

/** Names of headers in lower case; a header that came twice has its values joined. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer, or in words why there is none. */
export type Outcome = Answered | string;

/** Generous: it only ends what hangs. */
const DEADLINE_MS = 60_000;
/** How long bytes may go unanswered before their sender says that no more will come. */
const PATIENCE_MS = 100;

/** A caller with so many connections at most. */
export class Wire {
  private readonly agent: Agent;

  constructor(
    private readonly url: string,
    connections: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  close(): void {
    this.agent.destroy();
  }

  /** @returns one outcome; of bytes that are no request of a client, none or several. */
  async send(outgoing: Outgoing): Promise<readonly Outcome[]> {
    if (outgoing.target.kind === "bytes") return this.sendBytes(outgoing.body ?? Buffer.alloc(0));
    return [await this.sendRequest(outgoing)];
  }

  private sendRequest({ method, path, headers, body }: Outgoing): Promise<Outcome> {
    const { hostname, port } = new URL(this.url);
    const length = body === undefined || "transfer-encoding" in headers ? {} : { "content-length": body.length };
    return new Promise<Outcome>((done) => {
      const options = { agent: this.agent, host: hostname, port, method, path, timeout: DEADLINE_MS };
      const fields = { ...headers, ...length } as OutgoingHttpHeaders;
      const sent = httpRequest({ ...options, headers: fields }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", (error) => {
          done(`the answer broke off: ${error.message}`);
        });
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          done({ status: response.statusCode ?? 0, headers: joined(response.headers), body: text });
        });
      });
      sent.on("timeout", () => sent.destroy(new Error("no answer in time")));
      sent.on("error", (error) => {
        done(`no answer: ${error.message}`);
      });
      sent.end(body);
    });
  }

  private sendBytes(bytes: Buffer): Promise<readonly Outcome[]> {
    const { hostname, port } = new URL(this.url);
    return new Promise((done) => {
      const chunks: Buffer[] = [];
      let stuck = false;
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      const patience = setTimeout(() => socket.end(), PATIENCE_MS);
      socket.setTimeout(DEADLINE_MS, () => {
        stuck = true;
        socket.destroy();
      });
      socket.on("data", (chunk) => chunks.push(chunk));
      socket.on("end", () => socket.end());
      // A server may cut the connection of one who sends no HTTP.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        clearTimeout(patience);
        const received = Buffer.concat(chunks).toString("utf8");
        if (stuck) done(["the connection stayed open"]);
        else done(received === "" ? [] : answersIn(received).map(fromRaw));
      });
      socket.write(bytes);
    });
  }
}

function joined(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]));
}

type Raw = ReturnType<typeof answersIn>[number];

function fromRaw({ status, headers, body }: Raw): Answered {
  return { status, headers: Object.fromEntries(headers), body };
}
