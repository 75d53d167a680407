import { Connection } from "./connection.js";

export interface Request {
  readonly path: string;
  /** JSON text. */
  readonly body: string;
}

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly milliseconds: number;
  readonly next: () => Request;
}

export interface Throughput {
  readonly answers: number;
  readonly perSecond: number;
}

/** Keeps every connection busy for the time. @throws Error for any answer but a 2xx. */
export async function throughput({ url, connections, milliseconds, next }: Load): Promise<Throughput> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(url)));
  const began = performance.now();
  const counts = await Promise.all(open.map((connection) => drive(connection, began + milliseconds, next)));
  const seconds = (performance.now() - began) / 1_000;
  for (const connection of open) connection.close();
  const answers = counts.reduce((sum, count) => sum + count, 0);
  return { answers, perSecond: answers / seconds };
}

async function drive(connection: Connection, until: number, next: () => Request): Promise<number> {
  let count = 0;
  while (performance.now() < until) {
    const { path, body } = next();
    await expectSuccess(connection, path, body);
    count++;
  }
  return count;
}

/** Sends each request once, over so many connections. */
export async function sendAll(url: string, connections: number, requests: readonly Request[]): Promise<void> {
  const waiting = requests[Symbol.iterator]();
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(url)));
  await Promise.all(
    open.map(async (connection) => {
      for (const { path, body } of { [Symbol.iterator]: () => waiting }) await expectSuccess(connection, path, body);
      connection.close();
    }),
  );
}

async function expectSuccess(connection: Connection, path: string, body: string): Promise<void> {
  const answer = await connection.post(path, body);
  if (answer.status >= 300) throw new Error(`${path} answered ${String(answer.status)}: ${answer.body.toString()}`);
}

export function rememberRequest(scope: string, text: string): Request {
  return { path: "/v1/memory/remember", body: JSON.stringify({ scope_id: scope, kind: "fact", text }) };
}

export function captureRequest(scope: string, sourceId: string, content: string): Request {
  return { path: "/v1/sources/content", body: JSON.stringify({ scope_id: scope, source_id: sourceId, content }) };
}

export function prepareRequest(scope: string, query: string): Request {
  return { path: "/v1/context/prepare", body: JSON.stringify({ scope_id: scope, query }) };
}
