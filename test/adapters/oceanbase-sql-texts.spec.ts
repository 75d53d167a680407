import { freshScope, type OpenAdapters } from "../conformance/harness.js";
import { MemoryCalls } from "../conformance/memory-calls.js";
import { entrySearchOver, memoryServiceOver } from "../support/compose.js";
import { ExperienceStage } from "../support/experience-stage.js";
import { multilingualCorpus } from "../support/multilingual-corpus.js";
import { oceanbaseFamily } from "./oceanbase.family.js";

/** A text the engine has not seen costs it ten times a known one. */
const MOST_TEXTS = 12;
/** Each source has its own number of terms to score, and their sizes meet in one text. */
const MOST_TEXTS_OF_BOTH = 18;
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
      expect.arrayContaining(["memory-entry.ranked", "memory-head.read-counted"]),
    );
    expect(seen.size).toBeLessThanOrEqual(MOST_TEXTS);
  });

  it(`are hardly more where Experiences are recalled with entries: ${String(MOST_TEXTS_OF_BOTH)}`, async () => {
    const { texts, queries } = multilingualCorpus(60, 300);
    const scope = freshScope("texts");
    const stage = new ExperienceStage(adapters);
    for (const text of texts) await stage.memory.remember(scope, text);
    for (const text of texts.slice(0, 20)) await stage.approve(scope, text);
    adapters.takeStatements();
    let lessons = 0;
    for (const index of queries.keys()) {
      const words = queries.slice(index, index + 1 + (index % LONGEST_PROMPT)).join(". ");
      const prompt = index % 7 === 0 ? words.slice(0, 1) : words;
      lessons += (await stage.lessons(scope, prompt))?.length ?? 0;
    }
    const seen = new Set(adapters.takeStatements().map(({ statement }) => statement.sql));
    expect(lessons).toBeGreaterThan(100);
    expect(seen.size).toBeLessThanOrEqual(MOST_TEXTS_OF_BOTH);
  });
});
