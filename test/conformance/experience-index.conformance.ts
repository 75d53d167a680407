import { ExperienceStage, experienceRebuildOver, type PostingRow } from "../support/experience-stage.js";
import type { ExperienceIndexRebuildJob } from "../../src/experience/experience-index-rebuild.job.js";
import type { ArtifactReference } from "../../src/kernel/references.js";
import { multilingualCorpus } from "../support/multilingual-corpus.js";
import { until } from "../support/until.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";

export function experienceIndexConformance(family: AdapterFamily): void {
  describe(`The index of Experiences on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let stage: ExperienceStage;
    const jobs: ExperienceIndexRebuildJob[] = [];
    beforeAll(async () => {
      adapters = await family.open();
      stage = new ExperienceStage(adapters);
    });
    afterEach(async () => {
      for (const job of [...jobs.splice(0), stage.rebuild]) await job.stop();
    });
    afterAll(() => adapters.close());

    const startJob = () => {
      const job = experienceRebuildOver(adapters);
      jobs.push(job);
      job.start();
      return job;
    };
    const filled = async (size: number) => {
      const scope = freshScope();
      const approved: ArtifactReference[] = [];
      for (const text of multilingualCorpus(size, 1).texts) approved.push(await stage.approve(scope, text));
      return { scope, approved };
    };
    const withoutBuild = (rows: readonly PostingRow[]) => rows.map(({ term, doc, impact }) => [term, doc, impact]);
    const isRebuilt = async (scope: Parameters<ExperienceStage["postings"]>[0], before: number) => {
      const collections = new Set((await stage.postings(scope)).map(({ collection }) => collection));
      return collections.size === 1 && !collections.has(before);
    };

    it("rebuilds an older index to exactly the postings that approvals made, and drops the old build", async () => {
      const { scope, approved } = await filled(25);
      await stage.approve(scope, "what number three says now", approved[2]);
      const written = await stage.postings(scope);
      expect(written.length).toBeGreaterThan(100);
      await stage.age(scope, 0);
      const job = startJob();
      await until(() => isRebuilt(scope, written[0]!.collection));
      expect(withoutBuild(await stage.postings(scope))).toEqual(withoutBuild(written));
      await until(async () => (await job.state()) === "ready");
    });

    it("is not ready while a scope's index is of another analyzer", async () => {
      const { scope } = await filled(1);
      await expect(stage.rebuild.state()).resolves.toBe("ready");
      await stage.age(scope, 1);
      await expect(stage.rebuild.state()).resolves.toBe("not_ready");
      startJob();
      await until(async () => (await stage.rebuild.state()) === "ready");
    });

    it("is found missing by whoever reads, who gets his answer from the texts, and comes back", async () => {
      const { scope } = await filled(12);
      const lesson = "keep the walrus out of the pipeline";
      await stage.approve(scope, lesson);
      const written = await stage.postings(scope);
      stage.rebuild.start();
      const sql = "DELETE FROM search_posting WHERE scope_key = ?";
      const key = await stage.keyOf(scope);
      await adapters.unitOfWork.run((tx) => tx.execute({ name: "test.drop-postings", sql }, [key]));
      await expect(stage.postings(scope)).resolves.toEqual([]);
      await expect(stage.lessons(scope, "walrus pipeline")).resolves.toEqual([lesson]);
      await until(async () => (await stage.postings(scope)).length === written.length);
      expect(withoutBuild(await stage.postings(scope))).toEqual(withoutBuild(written));
    });

    it("keeps what is approved while two rebuilds of one scope run, and ends with one exact build", async () => {
      const { scope, approved } = await filled(30);
      await stage.age(scope, 0);
      startJob();
      startJob();
      let head = approved[0]!;
      for (let index = 0; index < 8; index++) {
        head = await stage.approve(scope, `said meanwhile ${String(index)}`, head);
        await stage.approve(scope, `added meanwhile ${String(index)}`);
      }
      await until(async () => (await stage.rebuild.state()) === "ready");
      await until(async () => new Set((await stage.postings(scope)).map(({ collection }) => collection)).size === 1);
      const rebuilt = withoutBuild(await stage.postings(scope));
      for (const job of jobs.splice(0)) await job.stop();
      const before = (await stage.postings(scope))[0]!.collection;
      await stage.age(scope, 0);
      startJob();
      await until(() => isRebuilt(scope, before));
      expect(withoutBuild(await stage.postings(scope))).toEqual(rebuilt);
      await expect(stage.lessons(scope, "said meanwhile 7")).resolves.toContain("said meanwhile 7");
      await expect(stage.lessons(scope, "said meanwhile 3")).resolves.not.toContain("said meanwhile 3");
    });

    it("distrusts postings of another analyzer once an approval does not reach them", async () => {
      const { scope } = await filled(2);
      await stage.age(scope, 99);
      await stage.approve(scope, "approved by another version");
      const sql = "SELECT index_version FROM review_head WHERE scope_key = ?";
      const key = await stage.keyOf(scope);
      const read = adapters.unitOfWork.reader.query({ name: "test.index-version", sql }, [key]);
      await expect(read).resolves.toEqual([{ index_version: 0 }]);
      await expect(stage.lessons(scope, "another version")).resolves.toEqual(["approved by another version"]);
    });
  });
}
