import { Injectable } from "@nestjs/common";

import type { ScopeId, ScopeKey } from "../kernel/ids.js";
import { redact } from "../kernel/redaction.js";
import type { ArtifactReference } from "../kernel/references.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { MemoryRevisions } from "../memory/index.js";
import { SourceJournal, WINDOW_BYTES } from "../source/index.js";
import { fitTexts } from "./domain/evidence-text.policy.js";
import { isMemoryReference, isSameArtifact } from "./domain/evidence.policy.js";
import type { Evidence, ExperienceProposal } from "./domain/experience.types.js";
import type { ShownEvidence } from "./domain/generation.types.js";
import { parseExperienceReference } from "./domain/wire-ids.policy.js";
import { Artifacts } from "./ports/artifacts.port.js";

/** Of a Memory Revision, so many entries stand for all. */
const MOST_ENTRIES = 400;

/** Evidence as a model may see it. */
export interface LoadedEvidence {
  readonly shown: readonly ShownEvidence[];
  readonly redactions: number;
}

type Loaded = Omit<ShownEvidence, "number"> & { readonly redactions: number };

/** Loads the exact Sources and Artifact Revisions that a caller has named, for a model to read. */
@Injectable()
export class EvidenceTexts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly journal: SourceJournal,
    private readonly memories: MemoryRevisions,
    private readonly artifacts: Artifacts,
  ) {}

  /**
   * Secrets are taken out of each whole text, then all together are cut to what a model is given to read at once.
   *
   * @param evidence checked: each reference exists
   * @param target an artifact reference of the evidence, or none
   */
  async load(
    where: { readonly scopeId: ScopeId; readonly scope: ScopeKey },
    evidence: Evidence,
    target: ArtifactReference | undefined,
  ): Promise<LoadedEvidence> {
    const loaded: Loaded[] = [];
    for (const { name, sourceId } of evidence.sourceRefs) {
      const content = await this.journal.contentOf(this.unitOfWork.reader, where.scope, name, sourceId);
      loaded.push(toLoaded("source", content ?? ""));
    }
    for (const reference of evidence.artifactRefs) {
      loaded.push({
        ...toLoaded(
          isMemoryReference(reference) ? "memory" : "experience",
          await this.textOf(where.scopeId, reference),
        ),
        isTarget: target !== undefined && isSameArtifact(reference, target),
      });
    }
    const texts = fitTexts(
      loaded.map(({ text }) => text),
      WINDOW_BYTES,
    );
    return {
      shown: loaded.map(({ kind, isTarget }, index) => ({
        number: index + 1,
        kind,
        isTarget,
        text: texts[index] ?? "",
      })),
      redactions: loaded.reduce((sum, { redactions }) => sum + redactions, 0),
    };
  }

  private async textOf(scopeId: ScopeId, reference: ArtifactReference): Promise<string> {
    const { reader } = this.unitOfWork;
    if (isMemoryReference(reference)) {
      const entries = await this.memories.activeIn(reader, scopeId, reference.revision, MOST_ENTRIES);
      return entries.map(({ kind, text }) => `${kind}: ${text}`).join("\n");
    }
    const experience = parseExperienceReference(reference);
    const found =
      experience && (await this.artifacts.exact(reader, scopeId, experience.artifactId, experience.revision));
    return found === undefined ? "" : asText(found.content);
  }
}

function toLoaded(kind: Loaded["kind"], text: string): Loaded {
  const redacted = redact(text);
  return { kind, isTarget: false, text: redacted.text, redactions: redacted.count };
}

function asText({ situation, action, outcome, lesson }: ExperienceProposal): string {
  return `Situation: ${situation}\nAction: ${action}\nOutcome: ${outcome}\nLesson: ${lesson}`;
}
