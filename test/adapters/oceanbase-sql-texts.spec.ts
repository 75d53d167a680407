import { freshScope, type OpenAdapters } from "../conformance/harness.js";
import { MemoryCalls } from "../conformance/memory-calls.js";
import { entrySearchOver, memoryServiceOver } from "../support/compose.js";
import { multilingualCorpus } from "../support/multilingual-corpus.js";
import { oceanbaseFamily } from "./oceanbase.family.js";

/** A text the engine has not seen costs it ten times a known one. */
const MOST_TEXTS = 12;
const LONGEST_PROMPT = 40;

describe("the SQL texts that OceanBase is sent", () => {
  let adapters: OpenAdapters;

  beforeAll(async () => {
    adapters = await oceanbaseFamily.open();
  });

  afterAll(() => adapters.close());

  it(`are at most ${String(MOST_TEXTS)} in a thousand prepares of all scripts and lengths`, async () => {
    const { texts, queries } = multilingualCorpus(60, 1_000);
    const scope = freshScope("texts");
    const calls = new MemoryCalls(memoryServiceOver(adapters));
    for (const text of texts) await calls.remember(scope, text);
    const search = entrySearchOver(adapters);
    adapters.takeStatements();
    let hits = 0;
    for (const index of queries.keys()) {
      const words = queries.slice(index, index + 1 + (index % LONGEST_PROMPT)).join(". ");
      const prompt = index % 7 === 0 ? words.slice(0, 1) : words;
      hits += (await search.recall(adapters.unitOfWork.reader, scope, prompt, 16)).hits.length;
    }
    const sent = adapters.takeStatements();
    const seen = new Map(sent.map(({ statement }) => [statement.sql, statement.name]));
    expect(hits).toBeGreaterThan(1_000);
    expect(sent.length).toBeGreaterThan(1_000);
    expect([...seen.values()].sort()).toEqual(
      expect.arrayContaining(["memory-entry.ranked", "term-index.frequencies"]),
    );
    expect(seen.size).toBeLessThanOrEqual(MOST_TEXTS);
  });
});
