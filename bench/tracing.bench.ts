import { writeFile } from "node:fs/promises";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { Api } from "./support/api.js";
import type { Bench, Section } from "./support/bench.js";
import { pairedReads } from "./support/paired-reads.js";
import { loadProbe, PROBE_SCOPE, writeProbe } from "./support/probe-scope.js";
import { processorTimeOf } from "./support/processor-time.js";
import type { Row } from "./support/row.js";
import { median, percentile } from "./support/samples.js";
import type { Server } from "./support/server.js";

const ROUNDS = { sqlite: 2_000, oceanbase: 500 };
const ALONE = 2_000;

/** The same prompts to the same 1k entries in two servers by turns: without traces, and with a trace of every request. */
export const tracing: Section = {
  name: "tracing",
  title: "Prepare with 1k entries, without traces and with all of them",
  async run(bench) {
    const collector = await startCollector();
    const { texts } = await loadProbe(1);
    const traced = await bench.dataDir("traced");
    await writeFile(join(traced, ".env"), tracingSettings(collector));
    try {
      return await bench.withServer("prepare, no traces", await bench.dataDir("untraced"), async (off) => {
        await writeProbe(off.url, texts);
        return bench.withServer("prepare, all traced", traced, async (on) => {
          await writeProbe(on.url, texts);
          return compare(bench, off, on);
        });
      });
    } finally {
      collector.closeAllConnections();
      collector.close();
    }
  },
};

async function compare(bench: Bench, off: Server, on: Server): Promise<readonly Row[]> {
  const rounds = bench.count(ROUNDS[bench.target.kind], 100);
  const { prepare } = await pairedReads([off.url, on.url], rounds);
  const [first, second] = [median(prepare[0]), median(prepare[1])];
  const [offCost, onCost] = [await processorMs(bench, off), await processorMs(bench, on)];
  const ratio = (value: number, base: number) => ({ of: "that without", value: value / base });
  return [
    { name: "prepare, no traces, p50", value: first, unit: "ms" },
    { name: "prepare, all traced, p50", value: second, unit: "ms", ratio: ratio(second, first) },
    { name: "prepare, no traces, p95", value: percentile(prepare[0], 0.95), unit: "ms" },
    { name: "prepare, all traced, p95", value: percentile(prepare[1], 0.95), unit: "ms" },
    { name: "processor a prepare, no traces", value: offCost, unit: "ms" },
    { name: "processor a prepare, all traced", value: onCost, unit: "ms", ratio: ratio(onCost, offCost) },
  ];
}

/** Of all threads of the server, its batches of spans included. */
async function processorMs(bench: Bench, server: Server): Promise<number> {
  const api = await Api.open(server.url);
  const { query } = await loadProbe(3);
  const count = bench.count(ALONE, 100);
  const before = processorTimeOf(server.pid);
  for (let index = 0; index < count; index++) await api.prepare(PROBE_SCOPE, query());
  const after = processorTimeOf(server.pid);
  api.close();
  return (after.main + after.others - before.main - before.others) / count;
}

async function startCollector(): Promise<HttpServer> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

function tracingSettings(collector: HttpServer): string {
  const { port } = collector.address() as AddressInfo;
  return [
    "POWERCONTEXT_SERVER_TRACING_ENABLED=true",
    `OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:${String(port)}`,
    "OTEL_TRACES_SAMPLER=always_on",
    "",
  ].join("\n");
}
