import { Injectable } from "@nestjs/common";

import { DomainError } from "../kernel/domain-error.js";
import { IdGenerator } from "../kernel/id-generator.port.js";
import type { Id16, ScopeId } from "../kernel/ids.js";
import { UnitOfWork, type Tx } from "../kernel/unit-of-work.port.js";
import { contentHash, entryContent, entryText, storedReason } from "./domain/entry-content.policy.js";
import type { MemoryHead } from "./domain/memory-head.js";
import type {
  MemoryCitation,
  MemoryMutation,
  RememberCommand,
  RetireCommand,
  ReviseCommand,
} from "./domain/memory.types.js";
import type { PlannedChange } from "./domain/planned-change.policy.js";
import { toMemoryEntry, type StoredEntry } from "./domain/stored-entry.js";
import { memoryReference, parseEntryId } from "./domain/wire-ids.policy.js";
import { requireCitedVersion, requireExpectedRevision, requireHeadCitation } from "./domain/citation.policy.js";
import type { TextVectors } from "./entry-vectors.js";
import { MemoryLock } from "./memory-lock.js";
import { MemoryEntries } from "./ports/memory-entries.port.js";
import { RevisionWriter } from "./revision-writer.js";

/** What every run of one request's unit shares, drawn before the first. */
interface OperationIdentity {
  readonly operationId: Id16;
  readonly versionId: Id16;
  readonly salt: Id16;
}

/** The three explicit writes of a caller (RFC 0020 "Explicit Memory writes"), each one unit of work. */
@Injectable()
export class MemoryWriterService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdGenerator,
    private readonly lock: MemoryLock,
    private readonly entries: MemoryEntries,
    private readonly writer: RevisionWriter,
  ) {}

  /** @throws DomainError memory_not_found, revision_conflict */
  async remember(command: RememberCommand): Promise<MemoryMutation> {
    const { scopeId, expectedRevision } = command;
    const content = entryContent(command.kind, command.text);
    const hash = contentHash(content);
    const entryId = this.ids.next();
    const operation = this.drawIdentity();
    const change: PlannedChange = {
      op: "add",
      entryId,
      identity: operation,
      content,
      reason: storedReason(command.reason),
    };
    const vectors = await this.writer.prepare([content.text]);
    return this.unitOfWork.run(async (tx) => {
      const kind = expectedRevision === undefined ? "open" : "existing";
      const { head, committed } = await this.lock[kind](tx, scopeId, operation.operationId);
      if (committed !== undefined) return this.answerCommitted(tx, head, committed, entryId);
      requireExpectedRevision(expectedRevision, head);
      const twin = await this.entries.findActiveTwin(tx, head.scope, hash);
      if (twin) return toMutation(twin, head.revision);
      return this.append(tx, head, { scopeId, operation, origin: "remember", change, vectors });
    });
  }

  /** @throws DomainError memory_not_found, revision_conflict, memory_entry_inactive */
  async revise(command: ReviseCommand): Promise<MemoryMutation> {
    const operation = this.drawIdentity();
    const reason = storedReason(command.reason);
    const vectors = await this.writer.prepare([entryText(command.text)]);
    return this.onCitedEntry(command, operation, async (tx, head, current) => {
      if (current.state === "inactive") throw entryInactive();
      const content = entryContent(command.kind, command.text, current.content);
      if (contentHash(content).equals(contentHash(current.content))) return toMutation(current, head.revision);
      const change: PlannedChange = { op: "revise", current, identity: operation, content, reason };
      return this.append(tx, head, { scopeId: command.scopeId, operation, origin: "revise", change, vectors });
    });
  }

  /** @throws DomainError memory_not_found, revision_conflict */
  async retire(command: RetireCommand): Promise<MemoryMutation> {
    const operation = this.drawIdentity();
    const reason = storedReason(command.reason);
    return this.onCitedEntry(command, operation, async (tx, head, current) => {
      if (current.state === "inactive") return toMutation(current, head.revision);
      const change: PlannedChange = { op: "deactivate", current, identity: operation, reason };
      return this.append(tx, head, { scopeId: command.scopeId, operation, origin: "retire", change });
    });
  }

  private drawIdentity(): OperationIdentity {
    return { operationId: this.ids.next(), versionId: this.ids.next(), salt: this.ids.next() };
  }

  /** Locks the head and hands over the cited entry, checked in the contract's order. */
  private onCitedEntry(
    command: { readonly scopeId: ScopeId; readonly citation: MemoryCitation },
    operation: OperationIdentity,
    decide: (tx: Tx, head: MemoryHead, current: StoredEntry) => Promise<MemoryMutation>,
  ): Promise<MemoryMutation> {
    const { scopeId, citation } = command;
    const entryId = parseEntryId(citation.entryId);
    return this.unitOfWork.run(async (tx) => {
      const { head, committed } = await this.lock.existing(tx, scopeId, operation.operationId);
      if (committed !== undefined && entryId) return this.answerCommitted(tx, head, committed, entryId);
      requireHeadCitation(citation, head);
      const current = requireCitedVersion(citation, entryId && (await this.entries.find(tx, head.scope, entryId)));
      return decide(tx, head, current);
    });
  }

  private async answerCommitted(tx: Tx, head: MemoryHead, revision: number, entryId: Id16): Promise<MemoryMutation> {
    const entry = await this.entries.findChangedIn(tx, head.scope, entryId, revision);
    if (entry === undefined) throw new Error("a committed Revision does not hold the entry it changed");
    return toMutation(entry, revision);
  }

  private async append(
    tx: Tx,
    head: MemoryHead,
    write: {
      readonly scopeId: ScopeId;
      readonly operation: OperationIdentity;
      readonly origin: string;
      readonly change: PlannedChange;
      readonly vectors?: TextVectors;
    },
  ): Promise<MemoryMutation> {
    const { operation, change, ...draft } = write;
    const { operationId } = operation;
    const written = await this.writer.append(tx, head, { ...draft, operationId, changes: [change] });
    const [only] = written.changes;
    if (only === undefined) throw new Error("a Revision was written without its change");
    return toMutation(only.after, written.revision);
  }
}

function toMutation(entry: Omit<StoredEntry, "entry">, revision: number): MemoryMutation {
  return { memory: memoryReference(revision), entry: toMemoryEntry(entry, revision) };
}

function entryInactive(): DomainError {
  return new DomainError(
    "memory_entry_inactive",
    "This entry is retired and cannot be revised. Remember it anew instead.",
  );
}
