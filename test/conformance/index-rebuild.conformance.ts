import type { ScopeId } from "../../src/kernel/ids.js";
import type { IndexRebuildJob } from "../../src/memory/index-rebuild.job.js";
import { indexRebuildOver, memoryServiceOver } from "../support/compose.js";
import { ANALYZER_VERSION } from "../../src/search/domain/analyzer.policy.js";
import { multilingualCorpus } from "../support/multilingual-corpus.js";
import { until } from "../support/until.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";
import { MemoryCalls } from "./memory-calls.js";

const DROP_SCOPE_POSTINGS = { name: "test.drop-postings", sql: "DELETE FROM search_posting WHERE scope_key = ?" };
const AGE_INDEX = { name: "test.age-index", sql: "UPDATE memory_head SET index_version = ? WHERE scope_key = ?" };
const POSTINGS = {
  name: "test.postings",
  sql: "SELECT collection, term, doc, impact FROM search_posting WHERE scope_key = ? ORDER BY term, doc",
};

interface PostingRow {
  readonly collection: number;
  readonly term: string;
  readonly doc: number;
  readonly impact: number;
}

export function indexRebuildConformance(family: AdapterFamily): void {
  describe(`Index rebuild on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let calls: MemoryCalls;
    const jobs: IndexRebuildJob[] = [];
    beforeAll(async () => {
      adapters = await family.open();
      calls = new MemoryCalls(memoryServiceOver(adapters));
    });
    afterEach(async () => {
      for (const job of jobs.splice(0)) await job.stop();
    });
    afterAll(() => adapters.close());

    const startJob = (): IndexRebuildJob => {
      const job = indexRebuildOver(adapters);
      jobs.push(job);
      job.start();
      return job;
    };
    const keyOf = async (scope: ScopeId) => {
      const key = await adapters.scopes.find(adapters.unitOfWork.reader, scope);
      if (key === undefined) throw new Error("the scope is not there");
      return key;
    };
    const filled = async (size = 40): Promise<ScopeId> => {
      const scope = freshScope();
      for (const text of multilingualCorpus(size, 1).texts) await calls.remember(scope, text);
      return scope;
    };
    const age = async (scope: ScopeId, version: number) =>
      adapters.unitOfWork.run(async (tx) => tx.execute(AGE_INDEX, [version, await keyOf(scope)]));
    const postings = async (scope: ScopeId) =>
      adapters.unitOfWork.reader.query<PostingRow>(POSTINGS, [await keyOf(scope)]);
    const buildOf = ({ collection }: PostingRow): number => Math.floor(collection / 4);
    const builds = async (scope: ScopeId) => new Set((await postings(scope)).map(buildOf));
    const isOfActive = ({ collection }: PostingRow): boolean => collection % 4 === 1;
    const withoutBuild = (rows: readonly PostingRow[]) => rows.map(({ term, doc, impact }) => [term, doc, impact]);
    const search = (scopeId: ScopeId, query: string) => calls.memory.search({ scopeId, query, limit: 20, mode: "fts" });
    const isLive = async (scope: ScopeId) =>
      (await adapters.heads.read(adapters.unitOfWork.reader, scope))?.index.version === ANALYZER_VERSION;

    it("searches a scope with an index of another version by scanning, with the same answer", async () => {
      const scope = await filled();
      const queries = multilingualCorpus(1, 30).queries;
      const indexed = [];
      for (const query of queries) indexed.push(await search(scope, query));
      await age(scope, 99);
      for (const [index, query] of queries.entries())
        await expect(search(scope, query)).resolves.toEqual(indexed[index]);
    });

    it("rebuilds an older index to exactly the postings that writing made, and drops the old build", async () => {
      const scope = await filled();
      const written = await postings(scope);
      await age(scope, 0);
      const job = startJob();
      await expect(job.state()).resolves.toBe("not_ready");
      await until(() => isLive(scope));
      await until(async () => (await builds(scope)).size === 1);
      const rebuilt = await postings(scope);
      expect(withoutBuild(rebuilt)).toEqual(withoutBuild(written));
      expect(rebuilt[0]?.collection).not.toBe(written[0]?.collection);
      await until(async () => (await job.state()) === "ready");
    });

    it("answers from the texts when a scope's postings are gone, and has them back soon after", async () => {
      const scope = await filled();
      const written = await postings(scope);
      const before = await search(scope, "deploy migrations");
      const job = startJob();
      const service = memoryServiceOver(adapters, job);
      await adapters.unitOfWork.run(async (tx) => tx.execute(DROP_SCOPE_POSTINGS, [await keyOf(scope)]));
      const query = { scopeId: scope, query: "deploy migrations", limit: 20, mode: "fts" } as const;
      await expect(service.search(query)).resolves.toEqual(before);
      await until(async () => (await isLive(scope)) && (await postings(scope)).length > 0);
      expect(withoutBuild(await postings(scope))).toEqual(withoutBuild(written));
    });

    it("keeps what is written while two rebuilds of one scope run, and ends with one exact build", async () => {
      const scope = await filled(250);
      await age(scope, 0);
      startJob();
      startJob();
      const { entry } = await calls.remember(scope, "written meanwhile and revised");
      await calls.revise(scope, entry.citation, "written meanwhile, then changed");
      for (let index = 0; index < 30; index++) await calls.remember(scope, `meanwhile number ${String(index)}`);
      const first = (await calls.list(scope)).entries.find(({ text }) => text.endsWith("#3"));
      if (first) await calls.retire(scope, first.citation);
      await until(() => isLive(scope));
      await until(async () => (await builds(scope)).size === 1);
      const rebuilt = withoutBuild((await postings(scope)).filter(isOfActive));
      const { entries } = await calls.list(scope);
      const copy = freshScope();
      for (const { text } of entries) await calls.remember(copy, text);
      const multiset = (rows: typeof rebuilt) =>
        rows.map(([term, , impact]) => `${String(term)} ${String(impact)}`).sort();
      expect(multiset(rebuilt)).toEqual(multiset(withoutBuild(await postings(copy))));
      await expect(search(scope, "revised")).resolves.toMatchObject({ hits: [] });
      expect((await search(scope, "changed meanwhile")).hits[0]?.text).toBe("written meanwhile, then changed");
    });

    it("distrusts postings of another analyzer once a write does not reach them", async () => {
      const scope = await filled(5);
      await age(scope, 99);
      await calls.remember(scope, "written by another version");
      await expect(adapters.heads.read(adapters.unitOfWork.reader, scope)).resolves.toMatchObject({
        index: { version: 0 },
      });
      expect((await search(scope, "another version")).hits[0]?.text).toBe("written by another version");
    });
  });
}
