import { Injectable } from "@nestjs/common";

import { Meter } from "../kernel/meter.port.js";
import { ScopeDirectory } from "../kernel/scope-directory.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { payloadHash, storedMetadata } from "./domain/payload.policy.js";
import type { CaptureCommand, SourceReceipt } from "./domain/source.types.js";
import { SourceJournal, type NewSource } from "./ports/source-journal.port.js";

/** The only Source type so far (RFC 0020 "SourceReference.name"). */
const CONTENT = "content";

/** Takes Sources into the journal (RFC 0020 "Source capture and explicit flush"). */
@Injectable()
export class SourceService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly scopes: ScopeDirectory,
    private readonly journal: SourceJournal,
    private readonly meter: Meter,
  ) {}

  /**
   * Resolves when the Source is durable and has its position; promises nothing about extraction. The same payload under
   * the same id comes back with the same position, which is also what makes a repeated unit harmless.
   *
   * @throws DomainError source_conflict
   */
  async capture(command: CaptureCommand): Promise<SourceReceipt> {
    const source: NewSource = {
      type: CONTENT,
      sourceId: command.sourceId,
      content: command.content,
      metadata: storedMetadata(command.metadata),
      payloadHash: payloadHash(command.content, command.metadata),
    };
    const { position, isNew } = await this.unitOfWork.run(async (tx) => {
      const scope = await this.scopes.open(tx, command.scopeId);
      return this.journal.append(tx, scope, source);
    });
    if (isNew) this.meter.count("journal_appended");
    return { source: { name: CONTENT, sourceId: command.sourceId }, position };
  }
}
