import { ModelExperienceGenerator } from "../../src/experience/adapters/model-experience-generator.js";
import { SqlPastProposals } from "../../src/experience/adapters/past-proposals.repository.js";
import { EvidenceTexts } from "../../src/experience/evidence-texts.js";
import { GenerationService } from "../../src/experience/generation.service.js";
import { IncubationWriter } from "../../src/experience/incubation-writer.js";
import { IncubationService } from "../../src/experience/incubation.service.js";
import { NamedEvidence } from "../../src/experience/named-evidence.js";
import { ProposalHistory } from "../../src/experience/proposal-history.js";
import { TaskOutcomes } from "../../src/experience/task-outcomes.js";
import { RuntimeState } from "../../src/platform/runtime-state.js";
import { ServerMetrics } from "../../src/platform/telemetry/server-metrics.js";
import { ClaimedWindows } from "../../src/source/claimed-windows.js";
import { WindowClaims } from "../../src/source/window-claims.js";
import type { OpenAdapters } from "../conformance/harness.js";
import { reviewOver, type Review } from "./compose-review.js";
import { modelOf } from "./flush-over.js";
import type { OpenAiServer } from "./openai-server.js";

export interface GenerationParts {
  readonly review: Review;
  readonly generations: GenerationService;
  readonly incubation: IncubationService;
  readonly writer: IncubationWriter;
  readonly claims: WindowClaims;
  readonly metrics: ServerMetrics;
}

/** What models do for Experience, over real adapters, wired as the module wires it; without a provider, without a model. */
export function generateOver(
  adapters: OpenAdapters,
  provider?: OpenAiServer,
  { timeoutMs = 5_000, unitOfWork = adapters.unitOfWork } = {},
): GenerationParts {
  const { ids, scopes, journal, cursors, revisions } = adapters;
  const metrics = new ServerMetrics();
  const runtime = new RuntimeState("bound");
  const review = reviewOver(adapters, unitOfWork);
  const model = provider && new ModelExperienceGenerator(modelOf(provider, timeoutMs, metrics), ids);
  const texts = new EvidenceTexts(unitOfWork, journal, revisions, review.artifacts);
  const evidence = new NamedEvidence(unitOfWork, scopes, review.evidence, texts);
  const history = new ProposalHistory(unitOfWork, ids, new SqlPastProposals(), review.candidates);
  const writer = new IncubationWriter(unitOfWork, review.lock, cursors, history, review.writer);
  const claims = new WindowClaims(unitOfWork, cursors, ids, runtime);
  const windows = new ClaimedWindows(unitOfWork, claims, journal, runtime);
  const outcomes = new TaskOutcomes(unitOfWork, journal);
  return {
    review,
    generations: new GenerationService(evidence, review.proposals, metrics, runtime, model),
    incubation: new IncubationService(windows, outcomes, writer, metrics, model),
    writer,
    claims,
    metrics,
  };
}
