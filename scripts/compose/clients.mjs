// What clients do with the service, and what they were promised.
import { request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

const SCOPE = "git:github.com/acme/compose";
const PATIENCE_MS = 15_000;

/** One call over a connection of its own. `status` is 0 where no whole answer came. */
export async function call({ url, token }, path, body, headers = {}) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const options = {
    method: text === undefined ? "GET" : "POST",
    agent: false,
    timeout: PATIENCE_MS,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(text !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
      ...headers,
    },
  };
  return new Promise((resolve) => {
    const fail = (error) => resolve({ status: 0, text: String(error?.code ?? error), headers: {}, json: undefined });
    const asked = request(url + path, options, (answer) => {
      answer.setEncoding("utf8");
      let received = "";
      answer.on("data", (part) => (received += part));
      answer.on("error", fail);
      answer.on("end", () => {
        resolve({ status: answer.statusCode, text: received, headers: answer.headers, json: parsed(received) });
      });
    });
    asked.on("timeout", () => asked.destroy(new Error("no answer in time")));
    asked.on("error", fail);
    asked.end(text);
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes and reads of several clients until it is stopped. Remembers what was acknowledged and how everything else was answered. */
export class Load {
  constructor(target, clients = 4) {
    this.target = target;
    this.captured = new Set();
    this.remembered = new Set();
    this.refusals = [];
    this.answers = 0;
    this.stopped = false;
    this.prefix = `load-${Math.random().toString(36).slice(2, 8)}`;
    this.clients = Array.from({ length: clients }, (_, client) => this.run(client));
  }

  async run(client) {
    for (let turn = 1; !this.stopped; turn++) {
      const name = `${this.prefix}-${client}-${turn}`;
      const source = { scope_id: SCOPE, source_id: name, content: `What ${name} said.` };
      if (await this.ask("/v1/sources/content", source, 202)) this.captured.add(name);
      const entry = { scope_id: SCOPE, kind: "fact", text: `What ${name} knows.` };
      if (turn % 4 === 0 && (await this.ask("/v1/memory/remember", entry, 200))) this.remembered.add(entry.text);
      if (turn % 4 === 2) await this.ask("/v1/memory/search", { scope_id: SCOPE, query: `knows ${client}` }, 200);
      await delay(10);
    }
  }

  async ask(path, body, expected) {
    const answer = await call(this.target, path, body);
    this.answers += 1;
    if (answer.status === expected) return true;
    this.refusals.push(answer);
    await delay(100);
    return false;
  }

  async stop() {
    this.stopped = true;
    await Promise.all(this.clients);
  }

  /** Resolves when so many more answers have come. */
  async goesOn(count = 40, limitMs = 60_000) {
    const until = this.answers - this.refusals.length + count;
    const deadline = performance.now() + limitMs;
    while (this.answers - this.refusals.length < until) {
      if (performance.now() > deadline) throw new Error("the clients are not answered any more");
      await delay(50);
    }
  }

  /** What was acknowledged and is not there. A Source that is there refuses another content under its id. */
  async lost() {
    const lost = [];
    const listed = await call(this.target, "/v1/memory/entries/list", { scope_id: SCOPE });
    const texts = new Set(listed.json?.entries?.map(({ text }) => text));
    for (const text of this.remembered) if (!texts.has(text)) lost.push(text);
    const names = [...this.captured];
    const look = async () => {
      for (let name = names.pop(); name !== undefined; name = names.pop()) {
        const other = { scope_id: SCOPE, source_id: name, content: "another" };
        const { status } = await call(this.target, "/v1/sources/content", other);
        if (status !== 409) lost.push(`${name} (${status})`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, look));
    return lost;
  }

  /** Answers that are neither a success nor a 503 as the contract documents it. */
  undocumented() {
    return this.refusals.filter(({ status, json, headers }) => {
      const isError =
        json?.error?.code !== undefined && json.error.message !== undefined && json.error.details === null;
      return status !== 503 || !isError || headers["x-powercontext-request-id"] === undefined;
    });
  }
}
