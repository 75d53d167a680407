import type { components } from "../../src/client/generated/openapi.js";
import { type Answer, Connection } from "./connection.js";
import { timed } from "./samples.js";

type Schemas = components["schemas"];
export type Citation = Schemas["MemoryCitation"];

/** The operations of the contract over one connection, with the time of each in milliseconds. */
export class Api {
  private constructor(private readonly connection: Connection) {}

  static async open(url: string): Promise<Api> {
    return new Api(await Connection.open(url));
  }

  remember(scope: string, text: string): Promise<Timed<Schemas["MemoryMutationResponse"]>> {
    return this.call("/v1/memory/remember", { scope_id: scope, kind: "fact", text });
  }

  revise(scope: string, citation: Citation, text: string): Promise<Timed<Schemas["MemoryMutationResponse"]>> {
    return this.call("/v1/memory/entries/revise", { scope_id: scope, citation, kind: "fact", text });
  }

  retire(scope: string, citation: Citation): Promise<Timed<Schemas["MemoryMutationResponse"]>> {
    return this.call("/v1/memory/entries/retire", { scope_id: scope, citation });
  }

  list(scope: string): Promise<Timed<Schemas["ListMemoryEntriesResponse"]>> {
    return this.call("/v1/memory/entries/list", { scope_id: scope });
  }

  changes(scope: string): Promise<Timed<Schemas["ListMemoryChangesResponse"]>> {
    return this.call("/v1/memory/changes", { scope_id: scope, since_revision: 0 });
  }

  search(
    scope: string,
    query: string,
    limit = 10,
    mode: Schemas["SearchMemoryRequest"]["mode"] = "auto",
  ): Promise<Timed<Schemas["SearchMemoryResponse"]>> {
    return this.call("/v1/memory/search", { scope_id: scope, query, limit, mode });
  }

  prepare(scope: string, query: string): Promise<Timed<Schemas["PreparedContext"]>> {
    return this.call("/v1/context/prepare", { scope_id: scope, query });
  }

  capture(scope: string, sourceId: string, content: string): Promise<Timed<unknown>> {
    return this.call("/v1/sources/content", { scope_id: scope, source_id: sourceId, content });
  }

  propose(
    scope: string,
    proposal: Schemas["ExperienceProposal"],
    sourceId: string,
  ): Promise<Timed<Schemas["ArtifactCandidate"]>> {
    const evidence = { source_refs: [{ name: "content", source_id: sourceId }], artifact_refs: [] };
    return this.call("/v1/experience/propose", { scope_id: scope, proposal, ...evidence });
  }

  /** The first version of a Candidate. */
  approve(scope: string, candidateId: string): Promise<Timed<Schemas["ArtifactCandidate"]>> {
    const body = { scope_id: scope, candidate_id: candidateId, expected_version: 1 };
    return this.call("/v1/artifact-candidates/approve", body);
  }

  close(): void {
    this.connection.close();
  }

  private async call<T>(path: string, body: object): Promise<Timed<T>> {
    const text = JSON.stringify(body);
    let answer: Answer = { status: 0, body: Buffer.alloc(0) };
    const ms = await timed(async () => {
      answer = await this.connection.post(path, text);
    });
    if (answer.status >= 300) throw new Error(`${path} answered ${String(answer.status)}: ${answer.body.toString()}`);
    return { ms, answer: JSON.parse(answer.body.toString()) as T };
  }
}

export interface Timed<T> {
  readonly ms: number;
  readonly answer: T;
}
