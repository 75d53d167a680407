import { Injectable } from "@nestjs/common";

import { Meter } from "../kernel/meter.port.js";
import { CaptureBatches } from "./capture-batches.service.js";
import { payloadHash, storedMetadata } from "./domain/payload.policy.js";
import type { CaptureCommand, SourceReceipt } from "./domain/source.types.js";
import type { NewSource } from "./ports/source-journal.port.js";

/** The only Source type so far (RFC 0020 "SourceReference.name"). */
const CONTENT = "content";

/** Takes Sources into the journal (RFC 0020 "Source capture and explicit flush"). */
@Injectable()
export class SourceService {
  constructor(
    private readonly batches: CaptureBatches,
    private readonly meter: Meter,
  ) {}

  /**
   * Resolves when the Source is durable and has its position; promises nothing about extraction. The same payload under
   * the same id comes back with the same position, which is also what makes a repeated unit harmless.
   *
   * @throws DomainError source_conflict, overloaded
   */
  async capture(command: CaptureCommand): Promise<SourceReceipt> {
    const source: NewSource = {
      type: CONTENT,
      sourceId: command.sourceId,
      content: command.content,
      metadata: storedMetadata(command.metadata),
      payloadHash: payloadHash(command.content, command.metadata),
    };
    const { position, isNew } = await this.batches.take(command.scopeId, source);
    if (isNew) this.meter.count("journal_appended");
    return { source: { name: CONTENT, sourceId: command.sourceId }, position };
  }
}
