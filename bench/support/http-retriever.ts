import type { Collection } from "../retrieval/datasets.js";
import type { Retriever } from "../retrieval/retriever.js";
import { Api } from "./api.js";

/** The running server as the retrieval measures see it. Texts that are the same are one entry, and each stands for all. */
export class HttpRetriever implements Retriever {
  private constructor(
    private readonly url: string,
    private readonly api: Api,
    private readonly mode: "auto" | "fts" | "hybrid" = "auto",
    /** Scope → entry id → documents. */
    private readonly documents = new Map<string, Map<string, number[]>>(),
  ) {}

  static async open(url: string): Promise<HttpRetriever> {
    return new HttpRetriever(url, await Api.open(url));
  }

  /** The same documents, searched in this mode. */
  inMode(mode: "fts" | "hybrid"): HttpRetriever {
    return new HttpRetriever(this.url, this.api, mode, this.documents);
  }

  /** Collections at the same time, the texts of each in their order. */
  async indexAll(collections: readonly Collection[]): Promise<void> {
    await Promise.all(collections.map(({ name, texts }) => this.index(name, texts)));
  }

  /** Does nothing for a scope that is indexed already. */
  async index(scope: string, texts: readonly string[]): Promise<void> {
    if (this.documents.has(scope)) return;
    const entries = new Map<string, number[]>();
    this.documents.set(scope, entries);
    const api = await Api.open(this.url);
    for (const [doc, text] of texts.entries()) {
      const { citation } = (await api.remember(scope, text)).answer.entry;
      entries.set(citation.entry_id, [...(entries.get(citation.entry_id) ?? []), doc]);
    }
    api.close();
  }

  async search(scope: string, query: string, limit: number): Promise<readonly number[]> {
    const { hits } = (await this.api.search(scope, query, limit, this.mode)).answer;
    return hits.flatMap(({ citation }) => this.documentsOf(scope, citation.entry_id));
  }

  async prepare(scope: string, query: string): Promise<readonly number[]> {
    const { content } = (await this.api.prepare(scope, query)).answer;
    const cited = [...(content ?? "").matchAll(/"entry_id":"([^"]+)"/gu)];
    return cited.flatMap(([, entryId = ""]) => this.documentsOf(scope, entryId));
  }

  close(): void {
    this.api.close();
  }

  private documentsOf(scope: string, entryId: string): readonly number[] {
    return this.documents.get(scope)?.get(entryId) ?? [];
  }
}
