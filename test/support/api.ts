import type { components } from "../../src/client/generated/openapi.js";
import { expectContract, operation } from "./contract.js";

type Schemas = components["schemas"];
export type Citation = Schemas["MemoryCitation"];
export type Entry = Schemas["MemoryEntry"];
export type Mutation = Schemas["MemoryMutationResponse"];
export type Pack = Schemas["PreparedContext"];

/** An answer that keeps the contract, whatever its status. */
export interface CheckedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Calls one server over HTTP and holds every answer against the contract. */
export class Api {
  constructor(private readonly url: string) {}

  async call(operationId: string, body?: Fields): Promise<CheckedAnswer> {
    const { method, path } = operation(operationId);
    const response = await fetch(this.url + path, {
      method: method.toUpperCase(),
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const answer = { status: response.status, headers: response.headers, body: await response.json() };
    expectContract(operationId, answer.status, answer.body);
    return answer;
  }

  /** @throws Error with status and code when the call is refused. */
  async succeed<Body>(operationId: string, body: Fields): Promise<Body> {
    const { status, body: answered } = await this.call(operationId, body);
    if (status < 300) return answered as Body;
    throw new Error(`${operationId} was refused: ${String(status)} ${JSON.stringify(answered)}`);
  }

  scope(scopeId: string): ScopeApi {
    return new ScopeApi(this, scopeId);
  }
}

/** The operations of one scope, in the words of the stories. All but `refusal` expect success. */
export class ScopeApi {
  constructor(
    private readonly api: Api,
    readonly id: string,
  ) {}

  capture(sourceId: string, content: string, more: Fields = {}): Promise<Schemas["CaptureContentSourceResponse"]> {
    return this.succeed("capture_content_source", { source_id: sourceId, content, ...more });
  }

  async remember(text: string, more: Fields = {}): Promise<Mutation> {
    const body = { kind: "fact", text, ...more };
    const { memory, entry } = await this.succeed<Schemas["RememberMemoryResponse"]>("remember_memory", body);
    if (entry === null) throw new Error("remember named no entry");
    return { memory, entry };
  }

  /** One after the other, so that Revisions and entries count in the order of the texts. */
  async rememberAll(texts: readonly string[]): Promise<readonly Mutation[]> {
    const remembered: Mutation[] = [];
    for (const text of texts) remembered.push(await this.remember(text));
    return remembered;
  }

  revise(citation: Citation, text: string, more: Fields = {}): Promise<Mutation> {
    return this.succeed("revise_memory_entry", { citation, kind: "fact", text, ...more });
  }

  retire(citation: Citation, more: Fields = {}): Promise<Mutation> {
    return this.succeed("retire_memory_entry", { citation, ...more });
  }

  get(citation: Citation): Promise<Entry> {
    return this.succeed("get_memory_entry", { citation });
  }

  list(more: Fields = {}): Promise<Schemas["ListMemoryEntriesResponse"]> {
    return this.succeed("list_memory_entries", more);
  }

  changes(sinceRevision?: number | null): Promise<Schemas["ListMemoryChangesResponse"]> {
    return this.succeed("list_memory_changes", sinceRevision === undefined ? {} : { since_revision: sinceRevision });
  }

  search(query: string, more: Fields = {}): Promise<Schemas["SearchMemoryResponse"]> {
    return this.succeed("search_memory", { query, ...more });
  }

  /** The texts of the hits, best first. */
  async find(query: string, more: Fields = {}): Promise<readonly string[]> {
    return (await this.search(query, more)).hits.map(({ text }) => text);
  }

  prepare(query: string, more: Fields = {}): Promise<Pack> {
    return this.succeed("prepare_context", { query, ...more });
  }

  call(operationId: string, body: Fields = {}): Promise<CheckedAnswer> {
    return this.api.call(operationId, { scope_id: this.id, ...body });
  }

  /** Status, code and details of a call that is expected to fail. */
  async refusal(operationId: string, body: Fields = {}): Promise<unknown> {
    const { status, body: answered } = await this.call(operationId, body);
    if (status < 300) throw new Error(`${operationId} was not refused`);
    const { code, details } = (answered as Schemas["ErrorResponse"]).error;
    return { status, code, details };
  }

  /** An operation that has no word of its own here. @throws Error with status and code when it is refused. */
  succeed<Body>(operationId: string, body: Fields = {}): Promise<Body> {
    return this.api.succeed(operationId, { scope_id: this.id, ...body });
  }
}

/** The same entry, cited at the Revision a mutation has left. */
export function citedAt(memory: Citation["memory_ref"], citation: Citation): Citation {
  return { ...citation, memory_ref: memory };
}
