import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { aBadEmbedding, type EmbeddingFault, wordVector } from "./openai-vectors.js";

/**
 * What one request meets instead of an answer.
 *
 * - `hang`        never answered, until the caller or the server goes away
 * - `drop`        the connection is cut without an answer
 * - `status`      an error status; `retryAfter` in seconds becomes the header of that name
 * - `delay`       the usual answer, later
 * - `notJson`     a 200 whose body is no JSON
 * - `endless`     a 200 whose body never ends
 * - `usage`       the usual answer with this JSON text as its `usage`
 * - `text`        chat only: the model says exactly this
 * - `refusal`     chat only: the model declines
 * - `shuffled`    embeddings only: the vectors come last first, each with its index
 * - the others    embeddings only, see openai-vectors.ts
 */
export type Fault =
  | { readonly kind: "hang" | "drop" | "notJson" | "endless" | "refusal" | "shuffled" | EmbeddingFault }
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: number }
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: "usage"; readonly json: string }
  | { readonly kind: "text"; readonly text: string };

export interface RecordedRequest {
  readonly endpoint: "chat" | "embeddings";
  /** The Authorization header. */
  readonly authorization: string | undefined;
  /** The names of all its headers, in lower case. */
  readonly headers: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
  /** The content of all messages (chat) or all inputs, joined by line feeds. */
  readonly text: string;
  /** The texts to embed; empty for chat. */
  readonly inputs: readonly string[];
}

/** One request that is held: it came, and is answered as usual when released. */
interface Held {
  readonly arrived: Promise<RecordedRequest>;
  release(): void;
}

/** The behaviour of one endpoint. Requests meet, in this order: the next `hold`, the next of `next`, `always`, the answer. */
class Endpoint<Answer> {
  private readonly queue: Fault[] = [];
  private readonly holds: { arrive(request: RecordedRequest): void; readonly released: Promise<void> }[] = [];
  private standing: Fault | undefined;

  constructor(private answering: (request: RecordedRequest) => Answer) {}

  /** What it answers from now on. A chat answer that is no string is sent as JSON. */
  answer(answering: (request: RecordedRequest) => Answer): void {
    this.answering = answering;
  }

  /** The next requests, one fault each. */
  next(...faults: readonly Fault[]): void {
    this.queue.push(...faults);
  }

  /** Every request, until it is called with undefined. */
  always(fault: Fault | undefined): void {
    this.standing = fault;
  }

  hold(): Held {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const arrived = new Promise<RecordedRequest>((arrive) => {
      this.holds.push({ arrive, released });
    });
    return { arrived, release };
  }

  /** For the server: waits as long as the request is held. */
  async meet(request: RecordedRequest): Promise<{ readonly fault: Fault | undefined; readonly answer: Answer }> {
    const hold = this.holds.shift();
    hold?.arrive(request);
    await hold?.released;
    return { fault: this.queue.shift() ?? this.standing, answer: this.answering(request) };
  }
}

/** A model provider that speaks the OpenAI wire on a port of this machine and fails as it is told. */
export class OpenAiServer {
  /** By default the model answers `{}`. */
  readonly chat = new Endpoint<unknown>(() => ({}));
  /** By default texts that share words have near vectors. A vector need not have unit length. */
  readonly embeddings = new Endpoint<readonly (readonly number[])[]>(({ inputs }) =>
    inputs.map((text) => wordVector(text, this.dimension)),
  );
  /** Everything that came in, oldest first. */
  readonly requests: RecordedRequest[] = [];

  private server: Server | undefined;
  private port = 0;

  private constructor(readonly dimension: number) {}

  static async start(dimension = 64): Promise<OpenAiServer> {
    const provider = new OpenAiServer(dimension);
    await provider.up();
    return provider;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${String(this.port)}/v1`;
  }

  /** Settings, without the prefix, of a server that generates with this provider and waits at most `timeoutSeconds`. */
  generationSettings(timeoutSeconds = 5): Readonly<Record<string, string>> {
    return {
      INFERENCE_BASE_URL: this.baseUrl,
      INFERENCE_GENERATION_MODEL: "test:generator",
      INFERENCE_GENERATION_TIMEOUT_SECONDS: String(timeoutSeconds),
    };
  }

  /** The same for embeddings. */
  embeddingSettings(profileId = "test-profile"): Readonly<Record<string, string>> {
    return {
      INFERENCE_BASE_URL: this.baseUrl,
      INFERENCE_EMBEDDING_MODEL: "test:embedder",
      INFERENCE_EMBEDDING_PROFILE_ID: profileId,
      INFERENCE_EMBEDDING_DIMENSION: String(this.dimension),
      INFERENCE_EMBEDDING_TIMEOUT_SECONDS: "5",
    };
  }

  received(endpoint: RecordedRequest["endpoint"]): readonly RecordedRequest[] {
    return this.requests.filter((request) => request.endpoint === endpoint);
  }

  /** Cuts every connection and refuses new ones. */
  async down(): Promise<void> {
    const server = this.server;
    this.server = undefined;
    if (server === undefined) return;
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  }

  /** Listens again, on the same port. */
  async up(): Promise<void> {
    const server = createServer((request, response) => {
      this.serve(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(this.port, "127.0.0.1", resolve);
    });
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await recorded(incoming);
    this.requests.push(request);
    if (request.endpoint === "chat") await this.serveChat(request, response);
    else await this.serveEmbeddings(request, response);
  }

  private async serveChat(request: RecordedRequest, response: ServerResponse): Promise<void> {
    const { fault, answer } = await this.chat.meet(request);
    if (await met(fault, response)) return;
    if (fault?.kind === "text") sendJson(response, completion(request, { content: fault.text }));
    else if (fault?.kind === "refusal") sendJson(response, completion(request, { content: null, refusal: "No." }));
    else sendJson(response, completion(request, { content: asText(answer) }), fault);
  }

  private async serveEmbeddings(request: RecordedRequest, response: ServerResponse): Promise<void> {
    const { fault, answer } = await this.embeddings.meet(request);
    if (await met(fault, response)) return;
    const vectors = fault === undefined ? answer : aBadEmbedding(fault.kind, answer);
    const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding }));
    sendJson(
      response,
      {
        object: "list",
        data: fault?.kind === "shuffled" ? data.reverse() : data,
        model: request.body["model"],
        usage: { prompt_tokens: words(request.text), total_tokens: words(request.text) },
      },
      fault,
    );
  }
}

/** Starts a provider for one test and ends it however the test ends. */
export async function withOpenAi(test: (provider: OpenAiServer) => Promise<void>, dimension?: number): Promise<void> {
  const provider = await OpenAiServer.start(dimension);
  try {
    await test(provider);
  } finally {
    await provider.down();
  }
}

/** Whether the fault has ended the request. */
async function met(fault: Fault | undefined, response: ServerResponse): Promise<boolean> {
  switch (fault?.kind) {
    case "hang":
      return true;
    case "drop":
      response.destroy();
      return true;
    case "status":
      sendStatus(response, fault.status, fault.retryAfter);
      return true;
    case "notJson":
      response.writeHead(200, { "content-type": "application/json" }).end("<html>not json</html>");
      return true;
    case "endless":
      sendEndlessly(response.writeHead(200, { "content-type": "application/json" }));
      return true;
    case "delay":
      await new Promise((resolve) => setTimeout(resolve, fault.ms));
      return false;
    default:
      return false;
  }
}

function sendStatus(response: ServerResponse, status: number, retryAfter: number | undefined): void {
  response.writeHead(status, {
    "content-type": "application/json",
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
  });
  response.end(JSON.stringify({ error: { message: "the provider says no", type: "test", code: null } }));
}

function sendEndlessly(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, 0x20);
  const send = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", send);
  send();
}

function sendJson(response: ServerResponse, body: Readonly<Record<string, unknown>>, fault?: Fault): void {
  const { usage, ...rest } = body;
  const counted = fault?.kind === "usage" ? fault.json : JSON.stringify(usage);
  const text = `${JSON.stringify(rest).slice(0, -1)},"usage":${counted}}`;
  response.writeHead(200, { "content-type": "application/json" }).end(text);
}

function completion(
  request: RecordedRequest,
  message: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const answered = typeof message["content"] === "string" ? words(message["content"]) : 0;
  return {
    id: "chatcmpl-test",
    object: "chat.completion",
    created: 0,
    model: request.body["model"],
    choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" }],
    usage: {
      prompt_tokens: words(request.text),
      completion_tokens: answered,
      total_tokens: words(request.text) + answered,
    },
  };
}

async function recorded(incoming: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>;
  const inputs = [body["input"] ?? []].flat() as string[];
  const messages = (body["messages"] ?? []) as readonly { readonly content: string }[];
  return {
    endpoint: incoming.url?.endsWith("/embeddings") === true ? "embeddings" : "chat",
    authorization: incoming.headers.authorization,
    headers: Object.keys(incoming.headers),
    body,
    text: [...messages.map(({ content }) => content), ...inputs].join("\n"),
    inputs,
  };
}

const asText = (answer: unknown): string => (typeof answer === "string" ? answer : JSON.stringify(answer));

const words = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;
