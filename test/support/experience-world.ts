import type { Evidence, ExperienceProposal } from "../../src/experience/domain/experience.types.js";
import type { GenerationOutcome } from "../../src/experience/domain/generation.types.js";
import type { ScopeId } from "../../src/kernel/ids.js";
import type { ArtifactReference } from "../../src/kernel/references.js";
import type { UnitOfWork } from "../../src/kernel/unit-of-work.port.js";
import { payloadHash } from "../../src/source/domain/payload.policy.js";
import { freshScope, type OpenAdapters } from "../conformance/harness.js";
import { aProposal, ReviewCalls } from "../conformance/review-calls.js";
import { counted } from "./flush-over.js";
import { generateOver, type GenerationParts } from "./generate-over.js";
import type { OpenAiServer, RecordedRequest } from "./openai-server.js";

export interface ShownItem {
  readonly number: number;
  readonly kind?: string;
  readonly target?: boolean;
  readonly text: string;
}

/** The data that a request shows to the model. */
export function shownItems(request: RecordedRequest): readonly ShownItem[] {
  const line = request.text.split("\n").find((one) => /^\{"(?:evidence|sources)":/.test(one));
  if (line === undefined) throw new Error("the request shows no data");
  const data = JSON.parse(line) as {
    readonly evidence?: readonly ShownItem[];
    readonly sources?: readonly ShownItem[];
  };
  return data.evidence ?? data.sources ?? [];
}

/** One proposal as a model answers it from several outcomes; what a test does not say is one of Source 1. */
export interface Distilled extends Partial<ExperienceProposal> {
  readonly name: string;
  readonly sources?: readonly number[];
}

export const distilled = (...said: readonly Distilled[]) => ({
  proposals: said.map(({ name, ...more }) => ({ ...aProposal(name), sources: [1], ...more })),
});

export const generated = (proposal: ExperienceProposal) => ({ no_op: false, proposal });

export const source = (sourceId: string) => ({ name: "content", sourceId });

/** A scope with a journal, an inbox and a model that says what it is told to. */
export class ExperienceWorld {
  readonly scope: ScopeId = freshScope("experience");
  readonly calls: ReviewCalls;
  readonly parts: GenerationParts;

  constructor(
    readonly adapters: OpenAdapters,
    readonly provider: OpenAiServer,
    options?: { readonly timeoutMs?: number; readonly unitOfWork?: UnitOfWork },
  ) {
    this.parts = generateOver(adapters, provider, options);
    this.calls = new ReviewCalls(this.parts.review, adapters);
  }

  async capture(sourceId: string, content: string, metadata?: Readonly<Record<string, unknown>>): Promise<void> {
    const stored = metadata && JSON.stringify(metadata);
    const taken = { type: "content", sourceId, content, metadata: stored, payloadHash: payloadHash(content, metadata) };
    await this.adapters.unitOfWork.run(async (tx) =>
      this.adapters.journal.append(tx, await this.adapters.scopes.open(tx, this.scope), taken),
    );
  }

  report(sourceId: string, content: string): Promise<void> {
    return this.capture(sourceId, content, { kind: "task-outcome" });
  }

  generate(evidence: Partial<Evidence>, target?: ArtifactReference): Promise<GenerationOutcome> {
    const { sourceRefs = [], artifactRefs = [] } = evidence;
    const command = { scopeId: this.scope, sourceRefs, artifactRefs, target, reason: undefined };
    return this.parts.generations.generate(command);
  }

  /** The next window, of a model that says this. */
  incubate(...said: readonly Distilled[]) {
    this.provider.chat.answer(() => distilled(...said));
    return this.parts.incubation.incubate(this.scope);
  }

  async cursor(): Promise<number | undefined> {
    return (await this.parts.claims.backlog(this.scope, "experience"))?.cursor;
  }

  counted(name: string): Promise<number> {
    return counted(this.parts.metrics, name);
  }

  asked(): readonly RecordedRequest[] {
    return this.provider.received("chat");
  }

  shown(): readonly ShownItem[] {
    const request = this.asked().at(-1);
    if (request === undefined) throw new Error("the model was not asked");
    return shownItems(request);
  }
}
