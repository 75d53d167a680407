import { parseClientOptions, type CallOptions, type ClientOptions, type ClientSettings } from "./client.settings.js";
import { exchange, type OperationId } from "./exchange.js";
import { flushThrough, type FlushTarget, type FlushThroughOptions } from "./flush-through.js";
import type { operations } from "./generated/openapi.js";
import type * as Wire from "./generated/wire.js";

type RequestOf<Id extends OperationId> = operations[Id] extends {
  readonly requestBody: { readonly content: { readonly "application/json": infer Body } };
}
  ? Body
  : undefined;

/** The body of the success. */
type AnswerOf<Id extends OperationId> = {
  readonly [Status in keyof operations[Id]["responses"]]: Status extends 200 | 201 | 202
    ? operations[Id]["responses"][Status] extends {
        readonly content: { readonly "application/json": infer Body };
      }
      ? Body
      : never
    : never;
}[keyof operations[Id]["responses"]];

/**
 * The operations of a PowerContext server, one method each, in the shapes of the wire (RFC 0020). Every answer is held
 * against the contract before it is handed out. A call sends one request: nothing is repeated, reads included, so that the
 * caller alone decides what a second try is worth.
 *
 * Every method rejects with a PowerContextError, or with a TypeError when its options cannot be used.
 */
export class PowerContextClient {
  readonly #settings: ClientSettings;

  /** @throws TypeError that names the option that cannot be used, without its value. */
  constructor(options: ClientOptions = {}) {
    this.#settings = parseClientOptions(options);
  }

  /** Whether the process answers. Needs no token. */
  getLiveness(options: CallOptions = {}): Promise<Wire.LivenessResponse> {
    return this.#call("get_liveness", undefined, options);
  }

  /** Whether the server can do its work now; `not_ready`, sent with 503, is a value as well. Needs no token. */
  getReadiness(options: CallOptions = {}): Promise<Wire.ReadinessResponse> {
    return this.#call("get_readiness", undefined, options);
  }

  /** What the server was assembled with. */
  getCapabilities(options: CallOptions = {}): Promise<Wire.CapabilitiesResponse> {
    return this.#call("get_capabilities", undefined, options);
  }

  /** Puts a text into the journal. The answer promises that it is durable at `position`, nothing more. Safe to repeat. */
  captureContentSource(
    request: Wire.CaptureContentSourceRequest,
    options: CallOptions = {},
  ): Promise<Wire.CaptureContentSourceResponse> {
    return this.#call("capture_content_source", request, options);
  }

  /** Lets the server's model read the next window of the journal. See `flushThrough` to read on to a position. */
  flushMemory(request: Wire.FlushMemoryRequest, options: CallOptions = {}): Promise<Wire.FlushMemoryResponse> {
    return this.#call("flush_memory", request, options);
  }

  /**
   * Calls `flushMemory` until the journal of the scope has been read up to `position`, and answers the last answer.
   * `timeoutMs` holds for each call.
   *
   * @throws PowerContextError as `flushMemory` does; of kind `refused` with code `position_not_in_journal` when the journal
   * ends before the position, or `max_calls_reached` after `maxCalls` calls; `invalid_response` when there is no progress.
   */
  flushThrough(target: FlushTarget, options: FlushThroughOptions = {}): Promise<Wire.FlushMemoryResponse> {
    return flushThrough((request, each) => this.flushMemory(request, each), target, options);
  }

  /** Remembers one statement. Without `expected_revision` parallel writers all succeed. */
  rememberMemory(request: Wire.RememberMemoryRequest, options: CallOptions = {}): Promise<Wire.RememberMemoryResponse> {
    return this.#call("remember_memory", request, options);
  }

  /** The active entries that fit a query best: a top-k result, no page. */
  searchMemory(request: Wire.SearchMemoryRequest, options: CallOptions = {}): Promise<Wire.SearchMemoryResponse> {
    return this.#call("search_memory", request, options);
  }

  /** All entries at the head Revision. */
  listMemoryEntries(
    request: Wire.ListMemoryEntriesRequest,
    options: CallOptions = {},
  ): Promise<Wire.ListMemoryEntriesResponse> {
    return this.#call("list_memory_entries", request, options);
  }

  /** Exactly the cited entry version, for ever. */
  getMemoryEntry(request: Wire.GetMemoryEntryRequest, options: CallOptions = {}): Promise<Wire.MemoryEntry> {
    return this.#call("get_memory_entry", request, options);
  }

  /** Replaces an entry, cited at the head Revision. */
  reviseMemoryEntry(
    request: Wire.ReviseMemoryEntryRequest,
    options: CallOptions = {},
  ): Promise<Wire.MemoryMutationResponse> {
    return this.#call("revise_memory_entry", request, options);
  }

  /** Takes an entry, cited at the head Revision, out of use. Its history stays. */
  retireMemoryEntry(
    request: Wire.RetireMemoryEntryRequest,
    options: CallOptions = {},
  ): Promise<Wire.MemoryMutationResponse> {
    return this.#call("retire_memory_entry", request, options);
  }

  /** What each Revision after `since_revision` has changed, with the reasons. */
  listMemoryChanges(
    request: Wire.ListMemoryChangesRequest,
    options: CallOptions = {},
  ): Promise<Wire.ListMemoryChangesResponse> {
    return this.#call("list_memory_changes", request, options);
  }

  /** One Context Pack for a turn, or the statement that nothing fits. Inject `content` unchanged. */
  prepareContext(request: Wire.PrepareContextRequest, options: CallOptions = {}): Promise<Wire.PreparedContext> {
    return this.#call("prepare_context", request, options);
  }

  /** Proposes a lesson with its evidence. It waits in the inbox until a person decides. */
  proposeExperience(
    request: Wire.ProposeExperienceRequest,
    options: CallOptions = {},
  ): Promise<Wire.ArtifactCandidate> {
    return this.#call("propose_experience", request, options);
  }

  /** Lets the server's model propose a lesson from the evidence named. */
  generateExperience(
    request: Wire.GenerateExperienceRequest,
    options: CallOptions = {},
  ): Promise<Wire.GeneratedCandidateResponse> {
    return this.#call("generate_experience", request, options);
  }

  /** One approved Revision of an Experience. */
  getExperience(request: Wire.GetExperienceRequest, options: CallOptions = {}): Promise<Wire.ExperienceArtifact> {
    return this.#call("get_experience", request, options);
  }

  /** One page of the inbox, oldest first. */
  listArtifactCandidates(
    request: Wire.ListArtifactCandidatesRequest,
    options: CallOptions = {},
  ): Promise<Wire.ListArtifactCandidatesResponse> {
    return this.#call("list_artifact_candidates", request, options);
  }

  /** One Candidate at its current version. */
  getArtifactCandidate(
    request: Wire.GetArtifactCandidateRequest,
    options: CallOptions = {},
  ): Promise<Wire.ArtifactCandidate> {
    return this.#call("get_artifact_candidate", request, options);
  }

  /** Approves the version of a Candidate that was read. Final. */
  approveArtifactCandidate(
    request: Wire.ApproveArtifactCandidateRequest,
    options: CallOptions = {},
  ): Promise<Wire.ArtifactCandidate> {
    return this.#call("approve_artifact_candidate", request, options);
  }

  /** Rejects the version of a Candidate that was read. Final. */
  rejectArtifactCandidate(
    request: Wire.RejectArtifactCandidateRequest,
    options: CallOptions = {},
  ): Promise<Wire.ArtifactCandidate> {
    return this.#call("reject_artifact_candidate", request, options);
  }

  /** The next version of a Candidate as a whole. */
  reviseArtifactCandidate(
    request: Wire.ReviseArtifactCandidateRequest,
    options: CallOptions = {},
  ): Promise<Wire.ArtifactCandidate> {
    return this.#call("revise_artifact_candidate", request, options);
  }

  async #call<Id extends OperationId>(id: Id, request: RequestOf<Id>, options: CallOptions): Promise<AnswerOf<Id>> {
    return (await exchange(this.#settings, { id, request, options })) as AnswerOf<Id>;
  }
}
