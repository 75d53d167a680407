import { Injectable } from "@nestjs/common";

import { DomainError } from "../kernel/domain-error.js";
import { IdGenerator } from "../kernel/id-generator.port.js";
import type { Id16, ScopeId, ScopeKey } from "../kernel/ids.js";
import { ScopeDirectory } from "../kernel/scope-directory.port.js";
import { UnitOfWork, type Tx } from "../kernel/unit-of-work.port.js";
import { contentHash, entryContent, storedReason } from "./domain/entry-content.policy.js";
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
import {
  memoryNotFound,
  requireCitedVersion,
  requireExpectedRevision,
  requireHeadCitation,
} from "./domain/citation.policy.js";
import { MemoryEntries } from "./ports/memory-entries.port.js";
import { MemoryHeads } from "./ports/memory-heads.port.js";
import { MemoryRevisions } from "./ports/memory-revisions.port.js";
import { RevisionWriter } from "./revision-writer.js";

/** What every run of one request's unit shares, drawn before the first. */
interface OperationIdentity {
  readonly operationId: Id16;
  readonly versionId: Id16;
  readonly salt: Id16;
}

/** A head under lock and, on a repeated run, what an earlier run of the same request has already committed. */
interface LockedMemory {
  readonly head: MemoryHead;
  readonly committed: number | undefined;
}

/** The three explicit writes of a caller (RFC 0020 "Explicit Memory writes"), each one unit of work. */
@Injectable()
export class MemoryWriterService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdGenerator,
    private readonly scopes: ScopeDirectory,
    private readonly heads: MemoryHeads,
    private readonly entries: MemoryEntries,
    private readonly revisions: MemoryRevisions,
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
    return this.unitOfWork.run(async (tx) => {
      const scope = await this.scopeForRemember(tx, command);
      const { head, committed } = await this.lock(tx, scope, operation);
      if (committed !== undefined) return this.answerCommitted(tx, scope, committed, entryId);
      requireExpectedRevision(expectedRevision, head);
      const twin = await this.entries.findActiveTwin(tx, scope, hash);
      if (twin) return toMutation(twin, head.revision);
      return this.append(tx, head, { scopeId, operation, origin: "remember", change });
    });
  }

  /** @throws DomainError memory_not_found, revision_conflict, memory_entry_inactive */
  async revise(command: ReviseCommand): Promise<MemoryMutation> {
    const operation = this.drawIdentity();
    const reason = storedReason(command.reason);
    return this.onCitedEntry(command, operation, async (tx, head, current) => {
      if (current.state === "inactive") throw entryInactive();
      const content = entryContent(command.kind, command.text, current.content);
      if (contentHash(content).equals(contentHash(current.content))) return toMutation(current, head.revision);
      const change: PlannedChange = { op: "revise", current, identity: operation, content, reason };
      return this.append(tx, head, { scopeId: command.scopeId, operation, origin: "revise", change });
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
      const scope = await this.scopes.find(tx, scopeId);
      if (scope === undefined) throw memoryNotFound();
      const { head, committed } = await this.lock(tx, scope, operation);
      if (committed !== undefined && entryId) return this.answerCommitted(tx, scope, committed, entryId);
      requireHeadCitation(citation, head);
      const current = requireCitedVersion(citation, entryId && (await this.entries.find(tx, scope, entryId)));
      return decide(tx, head, current);
    });
  }

  private async scopeForRemember(tx: Tx, command: RememberCommand): Promise<ScopeKey> {
    if (command.expectedRevision === undefined) return this.scopes.open(tx, command.scopeId);
    const scope = await this.scopes.find(tx, command.scopeId);
    if (scope === undefined) throw memoryNotFound();
    return scope;
  }

  /** The lock waits for a lost commit, so what is looked for after it is final. */
  private async lock(tx: Tx, scope: ScopeKey, operation: OperationIdentity): Promise<LockedMemory> {
    const head = await this.heads.lock(tx, scope);
    if (tx.attempt === 1) return { head, committed: undefined };
    return { head, committed: await this.revisions.findByOperation(tx, scope, operation.operationId, 0) };
  }

  private async answerCommitted(tx: Tx, scope: ScopeKey, revision: number, entryId: Id16): Promise<MemoryMutation> {
    const entry = await this.revisions.entryAt(tx, scope, revision, entryId);
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
    },
  ): Promise<MemoryMutation> {
    const { scopeId, origin, change } = write;
    const { operationId } = write.operation;
    const written = await this.writer.append(tx, head, { scopeId, operationId, origin, changes: [change] });
    const [only] = written.changes;
    if (only === undefined) throw new Error("a Revision was written without its change");
    return toMutation(only.after, written.revision);
  }
}

function toMutation(entry: Omit<StoredEntry, "entry">, revision: number): MemoryMutation {
  return { memory: memoryReference(revision), entry: toMemoryEntry(entry, revision) };
}

function entryInactive(): DomainError {
  return new DomainError("memory_entry_inactive", "This entry is retired and cannot be revised. Remember it anew instead.");
}
