import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A server that answers whatever a test tells it to, on a port of this machine. */
export interface ScriptedServer {
  readonly url: string;
  /** Everything that came in, oldest first. */
  readonly requests: readonly SeenRequest[];
  /** How requests are answered from now on. */
  answer(answering: (response: ServerResponse) => void): void;
  /** Answers with a body as JSON from now on; a string is sent as it is. */
  answerJson(status: number, body: unknown, headers?: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  let answering = (response: ServerResponse): void => void response.end();
  const server = createServer((request, response) => {
    void received(request).then((seen) => {
      requests.push(seen);
      answering(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    answer: (next) => {
      answering = next;
    },
    answerJson: (status, body, headers) => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      answering = (response) =>
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function received(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = "", url = "", headers } = request;
  return { method, path: url, headers, body: Buffer.concat(chunks).toString("utf8") };
}
