import type { ScopeId } from "../../src/kernel/ids.js";
import type { MemoryMutation } from "../../src/memory/domain/memory.types.js";
import type { EntrySearchService } from "../../src/memory/entry-search.service.js";
import {
  frequencyTerms,
  planSearch,
  scanDocs,
  scanFind,
  scanFrequencies,
  segmentQuery,
} from "../../src/search/index.js";
import { entrySearchOver, memoryServiceOver } from "../support/compose.js";
import { multilingualCorpus } from "../support/multilingual-corpus.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";
import { MemoryCalls } from "./memory-calls.js";

export function searchConformance(family: AdapterFamily): void {
  describe(`Search on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let calls: MemoryCalls;
    let entrySearch: EntrySearchService;
    beforeAll(async () => {
      adapters = await family.open();
      calls = new MemoryCalls(memoryServiceOver(adapters));
      entrySearch = entrySearchOver(adapters);
    });
    afterAll(() => adapters.close());

    const search = (scopeId: ScopeId, query: string, limit = 10) =>
      calls.memory.search({ scopeId, query, limit, mode: "auto" });
    const found = async (scopeId: ScopeId, query: string) =>
      (await search(scopeId, query)).hits.map(({ text }) => text);
    const recalled = async (scopeId: ScopeId, query: string) =>
      (await entrySearch.recall(adapters.unitOfWork.reader, scopeId, query, 16)).hits.map(({ text }) => text);

    it("gives the hits, order and scores that scanning the texts gives, in every script", async () => {
      const scope = freshScope();
      const { texts, queries } = multilingualCorpus(300, 120);
      for (const text of texts) await calls.remember(scope, text);
      const docs = scanDocs(texts.map((text, index) => ({ doc: index + 1, text: text.normalize("NFC") })));
      for (const query of queries) {
        const segmented = segmentQuery(query);
        const plan = planSearch(segmented, scanFrequencies(docs, frequencyTerms(segmented)), texts.length);
        const expected = scanFind(docs, plan, 20).map(({ doc }) => texts[doc - 1]);
        const { hits } = await search(scope, query, 20);
        expect({ query, texts: hits.map(({ text }) => text) }).toEqual({ query, texts: expected });
        expect(hits.map(({ score }) => score)).toEqual([...hits.map(({ score }) => score)].sort((a, b) => b - a));
        expect(hits.every(({ score }) => score > 0 && score <= 1)).toBe(true);
      }
    });

    it("finds a just-written memory in the next call, a hundred times", async () => {
      const scope = freshScope();
      for (let index = 0; index < 100; index++) {
        await calls.remember(scope, `sentinel${String(index)} was written`);
        const [best] = await found(scope, `sentinel${String(index)}`);
        expect(best).toBe(`sentinel${String(index)} was written`);
      }
    });

    it("finds the new text of a revised entry and no longer the old", async () => {
      const scope = freshScope();
      const { entry } = await calls.remember(scope, "the sky over the harbour is blue");
      await calls.revise(scope, entry.citation, "the sky over the harbour is green");
      await expect(found(scope, "green")).resolves.toEqual(["the sky over the harbour is green"]);
      await expect(found(scope, "blue")).resolves.toEqual([]);
      await expect(found(scope, "harbour")).resolves.toHaveLength(1);
    });

    it("never returns a retired entry, in search or in recall, while its sibling is there", async () => {
      const scope = freshScope();
      const gone = await calls.remember(scope, "the staging password rotates weekly");
      await calls.remember(scope, "the staging certificate rotates monthly");
      await calls.retire(scope, { ...gone.entry.citation, memoryRef: { ...gone.memory, revision: 2 } });
      const kept = ["the staging certificate rotates monthly"];
      await expect(found(scope, "staging rotates password")).resolves.toEqual(kept);
      await expect(recalled(scope, "when does the staging certificate rotate?")).resolves.toEqual(kept);
      await expect(recalled(scope, "staging password rotates weekly")).resolves.not.toContain(
        "the staging password rotates weekly",
      );
    });

    it("sees only its own scope", async () => {
      const [left, right] = [freshScope(), freshScope()];
      await calls.remember(left, "the shared word zebra on the left");
      await calls.remember(right, "the shared word zebra on the right");
      await expect(found(left, "zebra")).resolves.toEqual(["the shared word zebra on the left"]);
      await expect(recalled(right, "shared word zebra")).resolves.toEqual(["the shared word zebra on the right"]);
      await expect(search(freshScope(), "zebra")).resolves.toEqual({ memory: undefined, mode: undefined, hits: [] });
    });

    it("cites every hit at the head that was read", async () => {
      const scope = freshScope();
      const { entry } = await calls.remember(scope, "the first fact about zebras");
      await calls.remember(scope, "a second fact about lions");
      const { memory, mode, hits } = await search(scope, "zebras");
      expect(memory).toEqual({ family: "memory", artifactId: "memory", revision: 2 });
      expect(mode).toBe("fts");
      expect(hits.map(({ citation, matchedBy }) => [citation, matchedBy])).toEqual([
        [{ ...entry.citation, memoryRef: memory }, ["fts"]],
      ]);
      await expect(
        calls.get(scope, { ...entry.citation, memoryRef: memory ?? entry.citation.memoryRef }),
      ).resolves.toMatchObject({
        text: "the first fact about zebras",
      });
    });

    it("returns distinct entries, at most the limit, the newest first among equals", async () => {
      const scope = freshScope();
      for (const kind of ["fact", "decision", "preference"]) {
        await calls.memory.remember({
          scopeId: scope,
          kind,
          text: "same words here",
          reason: undefined,
          expectedRevision: undefined,
        });
      }
      const { hits } = await search(scope, "same words here", 2);
      const newest = (await calls.list(scope)).entries.filter(({ kind }) => kind !== "fact");
      expect(new Set(hits.map(({ citation }) => citation.entryId))).toEqual(
        new Set(newest.map(({ citation }) => citation.entryId)),
      );
      expect(hits).toHaveLength(2);
    });

    it("refuses vector and hybrid, in an empty scope too", async () => {
      for (const mode of ["vector", "hybrid"] as const) {
        const refused = calls.memory.search({ scopeId: freshScope(), query: "x", limit: 1, mode });
        await expect(refused).rejects.toMatchObject({
          code: "capability_not_supported",
          details: { capability: mode },
        });
      }
    });

    it("answers queries without a word, and of operators, with nothing rather than an error", async () => {
      const scope = freshScope();
      await calls.remember(scope, "an entry with words");
      for (const query of ["!!!", '""', "* ^ - ( )", "NEAR/2", "col:val", ";drop table", "\u0000", "\u200d"]) {
        await expect(search(scope, query)).resolves.toMatchObject({ memory: { revision: 1 }, mode: "fts" });
      }
    });

    it("finds a common word's newest entries when more than 512 hold it", async () => {
      const scope = freshScope();
      const texts = Array.from({ length: 560 }, (_, index) => `common entry ${String(index)}`);
      const written: MemoryMutation[] = [];
      for (let start = 0; start < texts.length; start += 40) {
        const batch = texts.slice(start, start + 40).map((text) => calls.remember(scope, text));
        written.push(...(await Promise.all(batch)));
      }
      const newest = written.sort((left, right) => right.memory.revision - left.memory.revision).slice(0, 10);
      await expect(found(scope, "common")).resolves.toEqual(newest.map(({ entry }) => entry.text));
    });

    it("says of every one of 64 terms whether a document holds it, in two unsigned halves", async () => {
      const { scopes, terms, unitOfWork } = adapters;
      const names = Array.from({ length: 64 }, (_, bit) => `term${String(bit)}`);
      const held = [[...names.keys()], [0, 31], [32, 63], [31, 32], [63]];
      const at = await unitOfWork.run(async (tx) => {
        const collection = { scope: await scopes.open(tx, freshScope()), collection: 1 };
        const documents = held.map((bits, index) => ({
          at: collection,
          doc: index + 1,
          postings: bits.map((bit) => ({ term: names[bit] ?? "", impact: 3 })),
        }));
        await terms.put(tx, documents);
        return collection;
      });
      const weighted = names.map((term, bit) => ({ term, weight: bit + 1, bit }));
      const { sql, parameters } = terms.ranked(at, weighted, 4);
      const statement = { name: "test.ranked", sql: `SELECT doc, score, mask_low, mask_high FROM (${sql}) r` };
      const [whole, ...rest] = await unitOfWork.reader.query(statement, parameters);

      expect(whole).toEqual({ doc: 1, score: 3 * 2_080, mask_low: 0xffffffff, mask_high: 0xffffffff });
      expect(rest).toEqual([
        { doc: 3, score: 3 * 97, mask_low: 0, mask_high: 0x80000001 },
        { doc: 4, score: 3 * 65, mask_low: 0x80000000, mask_high: 1 },
        { doc: 5, score: 3 * 64, mask_low: 0, mask_high: 0x80000000 },
      ]);
    });

    it("takes at most two statements and 32 rows, however long the query", async () => {
      const scope = freshScope();
      const { texts } = multilingualCorpus(200, 1, 11);
      for (const text of texts) await calls.remember(scope, text);
      const long = texts.slice(0, 120).join(". ").slice(0, 8_000);
      for (const query of [
        "deploy",
        "deploy the workers after migrations",
        long,
        "道",
        "nothing of this occurs qqqq",
      ]) {
        for (const read of [() => search(scope, query), () => recalled(scope, query)]) {
          adapters.takeStatements();
          await read();
          const statements = adapters.takeStatements();
          expect(statements.length).toBeLessThanOrEqual(2);
          expect(statements.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(32);
        }
      }
    });
  });
}
