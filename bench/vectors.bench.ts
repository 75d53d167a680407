import { copyFile } from "node:fs/promises";
import { join } from "node:path";

import { OpenAiServer } from "../test/support/openai-server.js";
import { loadLocomo, type Collection } from "./retrieval/datasets.js";
import { recallAt } from "./retrieval/measures.js";
import { Api } from "./support/api.js";
import type { Bench, Section } from "./support/bench.js";
import { DATABASE_FILE } from "./support/database-file.js";
import { HttpRetriever } from "./support/http-retriever.js";
import { largeDatabase } from "./support/large-database.js";
import { loadProbe, PROBE_SCOPE, writeProbe } from "./support/probe-scope.js";
import { atLeast, atMost, type Row } from "./support/row.js";
import { median } from "./support/samples.js";
import type { Target } from "./support/target.js";
import { giveVectors } from "./support/vector-rows.sqlite.js";

const DIMENSION = 128;
const AMONG_OTHERS = 1.3;
const ROUNDS = 600;
const MODES = ["vector", "hybrid", "fts"] as const;
type Mode = (typeof MODES)[number];

/** The model that ships inside a package, where it is installed. */
const LOCAL_MODEL = {
  INFERENCE_EMBEDDING_MODEL: "local:universal-sentence-encoder-lite",
  INFERENCE_EMBEDDING_PROFILE_ID: "bench",
  INFERENCE_EMBEDDING_DIMENSION: "512",
  INFERENCE_EMBEDDING_QUERY_DEADLINE_MS: "60000",
};

/** The same questions to the same scope in two servers by turns, with and without vectors. */
export const vectors: Section = {
  name: "vectors",
  title: "Searches of a scope with 1k entries and their vectors, p50",
  async run(bench) {
    const provider = await OpenAiServer.start(DIMENSION);
    try {
      return await isolationRows(bench, provider);
    } finally {
      await provider.down();
    }
  },
};

/** What both arms find together, with a real model. */
export const hybrid: Section = {
  name: "hybrid",
  title: "Retrieval with the local model",
  run: retrievalRows,
};

async function isolationRows(bench: Bench, provider: OpenAiServer): Promise<readonly Row[]> {
  const target = withSettings(bench.target, provider.embeddingSettings());
  const large = await largeDatabase(bench);
  const among = await bench.dataDir("vectors-among");
  await copyFile(join(large.dataDir, DATABASE_FILE), join(among, DATABASE_FILE));
  await bench.withServer("vectors, settling", among, () => Promise.resolve(), target);
  await giveVectors(join(among, DATABASE_FILE), DIMENSION);

  const alone = await bench.dataDir("vectors-alone");
  return bench.withServer(
    "vectors, one scope of 1k",
    alone,
    async (first) => {
      await writeProbe(first.url, (await loadProbe(1)).texts);
      return bench.withServer(
        `vectors, ${String(large.entries)} entries`,
        among,
        async (second) => {
          const samples = await pairedSearches([first.url, second.url], bench.count(ROUNDS, ROUNDS / 10));
          return MODES.flatMap((mode) => rowsOf(mode, large.scopes - 1, samples[mode]));
        },
        target,
      );
    },
    target,
  );
}

type Pairs = readonly [alone: number[], among: number[]];

/** The same questions to both servers by turns, in each mode. */
async function pairedSearches(urls: readonly [string, string], rounds: number): Promise<Readonly<Record<Mode, Pairs>>> {
  const apis = [await Api.open(urls[0]), await Api.open(urls[1])] as const;
  const { query } = await loadProbe(2);
  const samples: Record<Mode, Pairs> = { vector: [[], []], hybrid: [[], []], fts: [[], []] };
  for (let round = -50; round < rounds; round++) {
    const asked = query();
    for (const mode of MODES) {
      for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { ms, answer } = await apis[side].search(PROBE_SCOPE, asked, 10, mode);
        if (answer.mode !== mode) throw new Error("another mode ran than was asked for");
        if (round >= 0) samples[mode][side].push(ms);
      }
    }
  }
  for (const api of apis) api.close();
  return samples;
}

function rowsOf(mode: Mode, others: number, [alone, among]: Pairs): readonly Row[] {
  const ratio = { of: "that alone", value: median(among) / median(alone) };
  return [
    { name: `mode ${mode}, alone in the database`, value: median(alone), unit: "ms" },
    {
      name: `mode ${mode}, among ${String(others)} others`,
      value: median(among),
      unit: "ms",
      ratio,
      target: atMost(AMONG_OTHERS),
    },
  ];
}

async function retrievalRows(bench: Bench): Promise<readonly Row[]> {
  const locomo = await loadLocomo("speaker").catch(() => undefined);
  if (locomo === undefined) return [{ name: "no data at hand, see bench/README.md", value: 0, unit: "questions" }];
  const dataDir = await bench.dataDir("vectors-quality");
  try {
    return await bench.withServer(
      "retrieval with the local model",
      dataDir,
      ({ url }) => comparedRecall(url, locomo),
      withSettings(bench.target, LOCAL_MODEL),
    );
  } catch (error) {
    if (!(error instanceof Error) || !error.message.endsWith("before it listened")) throw error;
    return [{ name: "the local model is not installed, see README.md", value: 0, unit: "questions" }];
  }
}

async function comparedRecall(url: string, collections: readonly Collection[]): Promise<readonly Row[]> {
  const retriever = await HttpRetriever.open(url);
  await retriever.indexAll(collections);
  const rows: Row[] = [];
  for (const limit of [10, 20]) {
    const words = await recallAt(limit, retriever.inMode("fts"), collections);
    const both = await recallAt(limit, retriever.inMode("hybrid"), collections);
    const unit = `R@${String(limit)}`;
    rows.push({ name: `LoCoMo dev, full text alone, ${String(words.questions)} questions`, value: words.mean, unit });
    const ratio = { of: "full text alone", value: both.mean / words.mean };
    rows.push({ name: "LoCoMo dev, hybrid", value: both.mean, unit, ratio, target: atLeast(1) });
  }
  retriever.close();
  return rows;
}

function withSettings(target: Target, more: Readonly<Record<string, string>>): Target {
  const settings = async (dataDir: string) => ({ ...(await target.settings(dataDir)), ...more });
  return Object.assign(Object.create(target) as Target, { settings });
}
