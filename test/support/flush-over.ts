import { CandidateAdmission } from "../../src/memory/candidate-admission.js";
import { ModelCandidatePipeline } from "../../src/memory/adapters/model-candidate-pipeline.js";
import { DerivedData } from "../../src/memory/derived-data.js";
import { EntryIndex } from "../../src/memory/entry-index.js";
import { FlushWriter } from "../../src/memory/flush-writer.js";
import { FlushService } from "../../src/memory/flush.service.js";
import { MemoryLock } from "../../src/memory/memory-lock.js";
import { RelevantEntries } from "../../src/memory/relevant-entries.js";
import { KnownTextSearch } from "../../src/memory/known-texts.js";
import { RevisionWriter } from "../../src/memory/revision-writer.js";
import { SourceWindows } from "../../src/memory/source-windows.js";
import { WindowClaims } from "../../src/source/window-claims.js";
import { WindowExtraction } from "../../src/memory/window-extraction.js";
import { ClaimedWindows } from "../../src/source/claimed-windows.js";
import { OpenAiGenerationModel } from "../../src/platform/inference/generation-model.openai.js";
import { RuntimeState } from "../../src/platform/runtime-state.js";
import { ServerMetrics } from "../../src/platform/telemetry/server-metrics.js";
import type { OpenAdapters } from "../conformance/harness.js";
import { entrySearchOver } from "./compose.js";
import { vectorsOver } from "./compose-vectors.js";
import type { OpenAiServer } from "./openai-server.js";

export interface FlushParts {
  readonly flushes: FlushService;
  readonly claims: WindowClaims;
  readonly writer: FlushWriter;
  readonly admission: CandidateAdmission;
  readonly metrics: ServerMetrics;
  readonly runtime: RuntimeState;
}

/** Flushing over real adapters and a model on the wire, wired as the module wires it; without a provider, without a model. */
export function flushOver(
  adapters: OpenAdapters,
  provider?: OpenAiServer,
  { sourcesInWindow = 100, timeoutMs = 5_000 } = {},
): FlushParts {
  const { unitOfWork, ids, clock, scopes, heads, entries, ended, revisions, terms, cursors, journal } = adapters;
  const metrics = new ServerMetrics();
  const runtime = new RuntimeState("bound");
  const vectors = vectorsOver(adapters).entryVectors;
  const claims = new WindowClaims(unitOfWork, cursors, ids, runtime);
  const windows = new SourceWindows(unitOfWork, journal);
  const relevant = new RelevantEntries(unitOfWork, entrySearchOver(adapters), entries);
  const pipeline = provider && new ModelCandidatePipeline(modelOf(provider, timeoutMs, metrics), ids);
  const known = new KnownTextSearch(unitOfWork, heads, entries, ended, terms);
  const admission = new CandidateAdmission(ids, entries, ended, known, vectors);
  const writer = new FlushWriter(
    unitOfWork,
    new MemoryLock(scopes, heads, revisions),
    cursors,
    admission,
    new RevisionWriter(clock, heads, entries, revisions, new DerivedData(new EntryIndex(terms), vectors)),
  );
  const extraction = new WindowExtraction(windows, relevant, pipeline);
  return {
    flushes: new FlushService(
      new ClaimedWindows(unitOfWork, claims, journal, runtime),
      { sourcesInWindow },
      extraction,
      writer,
      metrics,
    ),
    claims,
    writer,
    admission,
    metrics,
    runtime,
  };
}

export function modelOf(provider: OpenAiServer, timeoutMs: number, metrics: ServerMetrics): OpenAiGenerationModel {
  const address = {
    kind: "remote",
    name: "test",
    model: "generator",
    baseUrl: provider.baseUrl,
    apiKey: undefined,
  } as const;
  return new OpenAiGenerationModel({ address, timeoutMs, maxRequests: 1 }, metrics);
}

/** The value of one of our counters. */
export async function counted(metrics: ServerMetrics, name: string): Promise<number> {
  const { text } = await metrics.exposition();
  const line = text.split("\n").find((one) => one.startsWith(`powercontext_server_${name}_total `));
  return Number(line?.split(" ")[1] ?? Number.NaN);
}
