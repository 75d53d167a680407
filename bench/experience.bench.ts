import { Api } from "./support/api.js";
import type { Bench, Section } from "./support/bench.js";
import { pairedReads } from "./support/paired-reads.js";
import { loadProbe, PROBE_SCOPE, writeProbe } from "./support/probe-scope.js";
import { seeded } from "./support/random.js";
import { atMost } from "./support/row.js";
import { median, percentile } from "./support/samples.js";
import { englishSentence } from "./support/word-model.js";

const WITH_EXPERIENCES = 1.3;
const EXPERIENCES = 200;
const ROUNDS = { sqlite: 1_500, oceanbase: 500 };

/** The same prompts to the same 1k entries in two servers by turns: alone, and beside approved Experiences. */
export const experience: Section = {
  name: "experience",
  title: `Prepare with 1k entries and ${String(EXPERIENCES)} approved Experiences`,
  async run(bench) {
    const { texts } = await loadProbe(1);
    return bench.withServer("prepare, Memory alone", await bench.dataDir("alone"), async (alone) => {
      await writeProbe(alone.url, texts);
      return bench.withServer("prepare, both sources", await bench.dataDir("both"), async (both) => {
        await writeProbe(both.url, texts);
        await approveExperiences(both.url, texts);
        const rounds = bench.count(ROUNDS[bench.target.kind], 100);
        const { prepare } = await pairedReads([alone.url, both.url], rounds);
        const [first, second] = [median(prepare[0]), median(prepare[1])];
        const ratio = { of: "that without", value: second / first };
        return [
          { name: "prepare, Memory alone, p50", value: first, unit: "ms" },
          {
            name: "prepare, with Experiences, p50",
            value: second,
            unit: "ms",
            ratio,
            target: atMost(WITH_EXPERIENCES),
          },
          { name: "prepare, with Experiences, p95", value: percentile(prepare[1], 0.95), unit: "ms" },
          { name: "packs with an Experience", value: await share(bench, both.url), unit: "%" },
        ];
      });
    });
  },
};

/** Through the API, in the words of the entries: sentences of the word model and turns of conversations. */
async function approveExperiences(url: string, texts: readonly string[]): Promise<void> {
  const api = await Api.open(url);
  const made = seeded(47);
  await api.capture(PROBE_SCOPE, "evidence", "What the Experiences rest on.");
  for (let index = 0; index < EXPERIENCES; index++) {
    const [action, outcome, lesson] = [englishSentence(made), englishSentence(made), englishSentence(made)];
    const proposal = { situation: texts[index * 5] ?? lesson, action, outcome, lesson };
    const { answer } = await api.propose(PROBE_SCOPE, proposal, "evidence");
    await api.approve(PROBE_SCOPE, answer.candidate_id);
  }
  api.close();
}

/** So that the figures are about packs that hold some. */
async function share(bench: Bench, url: string): Promise<number> {
  const api = await Api.open(url);
  const { query } = await loadProbe(2);
  const asked = bench.count(200, 20);
  let held = 0;
  for (let index = 0; index < asked; index++) {
    const { answer } = await api.prepare(PROBE_SCOPE, query());
    if (answer.content?.includes('"kind":"experience"') === true) held++;
  }
  api.close();
  return (100 * held) / asked;
}
