import Fastify from "fastify";

import { openPlainReaders } from "./plain-readers.js";

/**
 * What the machine gives to a server that does next to nothing: `/echo` sends a JSON body back, `/three-selects` reads three
 * rows by their keys through TypeORM and the product's driver, as a handler without our ports would. The database file is the first argument, a scope id the second.
 */
async function main(path: string, scopeId: string): Promise<void> {
  const query = await openPlainReaders(path);
  const server = Fastify();
  server.post("/echo", (request) => request.body);
  server.post("/three-selects", async () => {
    const [scope] = await query<{ scope_key: number }>(SCOPE, [scopeId]);
    const key = scope?.scope_key ?? 0;
    const [head] = await query<{ revision: number }>(HEAD, [key]);
    const [entry] = await query<{ text: string }>(VERSION, [key, 1 + Math.floor(Math.random() * 1_000)]);
    return { revision: head?.revision, text: entry?.text };
  });
  const url = await server.listen({ port: 0 });
  process.stdout.write(`${JSON.stringify({ url })}\n`);
}

const SCOPE = "SELECT scope_key FROM scope WHERE scope_id = ?";
const HEAD = "SELECT revision FROM memory_head WHERE scope_key = ?";
const VERSION = "SELECT text FROM memory_version WHERE scope_key = ? AND entry = ? AND version = 1";

const [path, scopeId] = process.argv.slice(2);
if (path === undefined || scopeId === undefined) throw new TypeError("a database file and a scope id are needed");
await main(path, scopeId);
