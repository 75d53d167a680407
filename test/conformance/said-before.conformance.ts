import { ExperienceWorld, source } from "../support/experience-world.js";
import { FlushWorld } from "../support/flush-world.js";
import { OpenAiServer } from "../support/openai-server.js";
import type { AdapterFamily, OpenAdapters } from "./harness.js";

/** What a person ended, something else that looks like it, and the same again. */
const TEXTS: readonly (readonly [ended: string, other: string, again: string])[] = [
  ["retry when x > 3", "retry when x < 3", "Retry when x > 3."],
  ["x = 1", "x != 1", "x  =  1"],
  ["set -1", "set 1", '"set -1"'],
  ["rm -rf ./x", "rm -rf /x", "rm -rf ./x!"],
  ["keep 5 %", "keep 5", "keep 5%"],
  ["file A", "file a", "file A."],
  ["read the résumé", "read the resume", "read the re\u0301sume\u0301"],
  ["① goes first", "1 goes first", "① goes first …"],
  ["当 x ＞ 3 时重试", "当 x ＜ 3 时重试", "当 x > 3 时重试。"],
];

/** What a person has ended stays dead, and takes nothing with it that says something else. */
export function saidBeforeConformance(family: AdapterFamily): void {
  describe(`What was said before on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let provider: OpenAiServer;
    beforeAll(async () => {
      adapters = await family.open();
      provider = await OpenAiServer.start();
    });
    afterAll(async () => {
      await provider.down();
      await adapters.close();
    });

    it.each(TEXTS)(
      "and was retired is dead for a flush, which still writes what it says of another thing: %s",
      async (...texts) => {
        const [ended, other, again] = texts;
        const world = new FlushWorld(adapters, provider);
        await world.calls.remember(world.scope, ended);
        await world.calls.retire(world.scope, (await world.entry(ended)).citation);
        await world.extract({ text: again }, { text: other });
        expect(await world.texts()).toEqual([other]);
        expect(await world.counted("extraction_dropped_retired")).toBe(1);
      },
    );

    it.each(TEXTS)("and was rejected is not proposed again, but another thing is: %s", async (...texts) => {
      const [ended, other, again] = texts;
      const world = new ExperienceWorld(adapters, provider);
      await world.report("one", "a report");
      const proposal = { situation: "a case", action: "a step", outcome: "an end", lesson: ended };
      const rejected = await world.calls.propose(world.scope, "x", { proposal, sourceRefs: [source("one")] });
      await world.calls.reject(world.scope, rejected);
      const said = (lesson: string) => ({ name: "x", ...proposal, lesson });
      await world.incubate(said(ended), said(again), said(other));
      const { candidates } = await world.calls.list(world.scope);
      expect(candidates.map((one) => one.proposal.lesson)).toEqual([other]);
      expect(await world.counted("incubation_dropped_duplicate")).toBe(2);
    });
  });
}
