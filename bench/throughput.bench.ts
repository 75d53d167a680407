import { join } from "node:path";

import type { Bench, Section } from "./support/bench.js";
import { DATABASE_FILE } from "./support/database-file.js";
import { capturedTexts } from "./support/captured-text.js";
import { captureRequest, prepareRequest, rememberRequest, type Request } from "./support/load.js";
import { LoneCaptures } from "./support/lone-captures.js";
import { measuredLoad, processorRows, type Sample } from "./support/measured-load.js";
import { loadProbe, PROBE_SCOPE, writeProbe } from "./support/probe-scope.js";
import { type Reference, withReference } from "./support/reference.js";
import { atLeast, type Row } from "./support/row.js";
import { median, medianRatio } from "./support/samples.js";

const CONNECTIONS = 16;
const SCOPES = 40;
const PREPARE_TO_SELECTS = 0.3;
const CAPTURE_TO_COMMITS = 1.3;

/** Each load alone for a moment, all of them round after round, so that every round has its own ratios. */
export const throughputs: Section = {
  name: "throughput",
  title: "Answers per second, 16 connections",
  async run(bench) {
    const dataDir = await bench.dataDir("throughput");
    const { texts } = await loadProbe(1);
    return bench.withServer("throughput", dataDir, async (server) => {
      await writeProbe(server.url, texts);
      const path = join(dataDir, DATABASE_FILE);
      return withReference(path, PROBE_SCOPE, (reference) => measure(bench, server, reference));
    });
  },
};

type LoadName = "echo" | "selects" | "prepare" | "capture" | "lone" | "remember";
const LOAD_NAMES: readonly LoadName[] = ["echo", "selects", "prepare", "capture", "lone", "remember"];

interface Samples {
  readonly loads: Readonly<Record<LoadName, Sample[]>>;
  readonly commits: number[];
}

async function measure(bench: Bench, server: Reference, reference: Reference): Promise<readonly Row[]> {
  const lone = await LoneCaptures.open(join(await bench.dataDir("lone"), DATABASE_FILE));
  const plans = await plansOf();
  const source = capturedTexts(SCOPES);
  const loads: Samples["loads"] = { echo: [], selects: [], prepare: [], capture: [], lone: [], remember: [] };
  const commits: number[] = [];
  const milliseconds = bench.count(2_000, 400);
  for (let round = -1; round < bench.count(7, 2); round++) {
    for (const name of LOAD_NAMES) {
      const { isReference = false, connections = CONNECTIONS, next } = plans[name];
      const { url, pid } = isReference ? reference : server;
      const sample = await measuredLoad(pid, { url, connections, milliseconds, next });
      if (round >= 0) loads[name].push(sample);
    }
    const rate = await lone.run(milliseconds, source);
    if (round >= 0) commits.push(rate);
  }
  await lone.close();
  const processed = (["selects", "prepare", "capture", "remember"] as const).flatMap((load) =>
    processorRows(PROCESSED[load], loads[load]),
  );
  return [...rateRows({ loads, commits }), ...processed];
}

interface LoadPlan {
  readonly isReference?: boolean;
  readonly connections?: number;
  readonly next: () => Request;
}

async function plansOf(): Promise<Readonly<Record<LoadName, LoadPlan>>> {
  const { query } = await loadProbe(3);
  const source = capturedTexts(SCOPES);
  let count = 0;
  const capture = (): Request => {
    const { scopeId, content } = source();
    return captureRequest(scopeId, `source-${String(count++)}`, content);
  };
  const remember = (): Request => {
    const { scopeId, content } = source();
    return rememberRequest(scopeId, `${String(count++)} ${content}`);
  };
  const asked = (path: string) => (): Request => ({ ...prepareRequest(PROBE_SCOPE, query()), path });
  return {
    echo: { isReference: true, next: asked("/echo") },
    selects: { isReference: true, next: asked("/three-selects") },
    prepare: { next: () => prepareRequest(PROBE_SCOPE, query()) },
    capture: { next: capture },
    lone: { connections: 1, next: capture },
    remember: { next: remember },
  };
}

function rateRows({ loads, commits }: Samples): readonly Row[] {
  const rates = (load: LoadName): readonly number[] => loads[load].map(({ perSecond }) => perSecond);
  const row = (name: string, values: readonly number[]): Row => ({ name, value: median(values), unit: "/s" });
  const beside = (load: LoadName, other: readonly number[], of: string) => ({
    of,
    value: medianRatio(rates(load), other),
  });
  const ONE_BY_ONE = "one by one, no server";
  return [
    row("bare Fastify, JSON echo", rates("echo")),
    row("bare Fastify, three one-row SELECTs", rates("selects")),
    {
      ...row("prepare in a scope of 1k entries", rates("prepare")),
      ratio: beside("prepare", rates("selects"), "the three SELECTs"),
      target: atLeast(PREPARE_TO_SELECTS),
    },
    row("captures committed one by one, no server", commits),
    row("capture over one connection", rates("lone")),
    {
      ...row("capture", rates("capture")),
      ratio: beside("capture", commits, ONE_BY_ONE),
      target: atLeast(CAPTURE_TO_COMMITS),
    },
    { ...row("remember", rates("remember")), ratio: beside("remember", commits, ONE_BY_ONE) },
  ];
}

const PROCESSED = { selects: "three SELECTs", prepare: "prepare", capture: "capture", remember: "remember" };
