// Generated from openapi/powercontext.yaml by `npm run api:generate`. Change that file instead of this one.

export interface paths {
  readonly "/health/live": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Tell whether the process answers
     * @description Answers as long as the process can serve HTTP at all and looks at nothing else. Restart the process when this fails; use get_readiness to decide about traffic. Needs no token.
     */
    readonly get: operations["get_liveness"];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/health/ready": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Tell whether the server can do its work now
     * @description Runs the checks of everything this server was configured with and answers within 2.5 seconds. `degraded` still serves every operation, some of them with less; `not_ready` means that requests will be refused with runtime_not_ready. Needs no token.
     */
    readonly get: operations["get_readiness"];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/capabilities": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List what this server can do
     * @description Reports what was really assembled at start, never what settings merely ask for. Read it once after connecting, for example to learn which search modes may be named. What is not built or not configured is false or absent from its list.
     */
    readonly get: operations["get_capabilities"];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/sources/content": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Put a piece of text into the journal
     * @description Stores the text as a Source of type `content` under the caller's `source_id`. The answer promises the journal only:
     *     202 means that the Source is durable there at the position returned. It promises no extraction; whether, when and
     *     into what the Source is worked up is not part of it, and no Memory changes by this call.
     *
     *     Safe to repeat: the same `source_id` with the same content and metadata answers the first position again. The same
     *     `source_id` with another payload is refused with source_conflict and the first one is kept. Positions count 1, 2, 3 …
     *     without holes in each scope.
     */
    readonly post: operations["capture_content_source"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/memory/flush": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Turn captured Sources into Memory
     * @description Takes the next Sources of the journal that have not been read yet, at most one bounded window, lets the server's model
     *     propose what is worth remembering in them, and writes it as one Revision. Entries that come of it name the Sources they
     *     stand on in `source_refs`. The cursor says up to which position the journal has been read; it moves in the same
     *     transaction as the Revision, so no Source is lost and none counts twice, whatever fails.
     *
     *     One call may leave Sources pending. To have what you captured in Memory, repeat until `current_cursor` is at least the
     *     position that capture_content_source answered. A window in which nothing was worth remembering still moves the cursor.
     *     When the model fails, nothing moves and the call can be repeated. It takes as long as the model does; remember, search
     *     and prepare go on meanwhile. Of two flushes of one scope at once the second waits, and then finds the next window or
     *     nothing to do, or fails with the first. It waits no longer than one generation may take and 15 seconds; then it is
     *     refused with `overloaded`. A server that is stopping refuses those that wait, and gives up after 8 seconds what its
     *     model has not answered: `runtime_not_ready`, and nothing moved.
     *
     *     What a person retired or replaced is not brought back by it. Use remember_memory for a statement you can put into words
     *     yourself: it needs no model.
     */
    readonly post: operations["flush_memory"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/memory/remember": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Remember one statement
     * @description Appends one entry to the Memory of the scope and answers the new Revision and the entry. Use it for what should still
     *     be known in later sessions: one self-contained statement per call. It makes no Source and calls no model.
     *
     *     When an active entry already says exactly this (kind and text, after normalisation), nothing is written and that
     *     entry is answered with the unchanged Revision. Without `expected_revision` the write goes to whatever the head is and
     *     creates the Memory if there is none, so parallel writers all succeed. With it, the write happens only if that
     *     Revision is still the head. To correct a statement, use revise_memory_entry instead of remembering a second one.
     */
    readonly post: operations["remember_memory"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/memory/search": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Find the entries that fit a query best
     * @description Ranks the active entries of the scope against the query and answers the best `limit` of them, each once, best first.
     *     This is a top-k result and not a page: there is no continuation, and the same search may rank differently after the
     *     Memory has changed. To read everything, use list_memory_entries.
     *
     *     The query is plain text in any language; no character in it is an operator. An entry can be found by the next request
     *     after it was written. A scope without Memory answers nulls and no hits. Each hit carries the citation under which
     *     get_memory_entry, revise_memory_entry and retire_memory_entry take the entry.
     */
    readonly post: operations["search_memory"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/memory/entries/list": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Read all entries as one snapshot
     * @description Answers every active entry of the scope, and the inactive ones on demand, as one snapshot of the Revision returned in `memory`, in ascending order of entry_id. There are no pages. A scope without Memory answers null and an empty list. To find something, search_memory is cheaper; what changed and why is told by the operation that lists changes.
     */
    readonly post: operations["list_memory_entries"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/memory/entries/get": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Read exactly the entry version that is cited
     * @description Answers the version that the citation names, with the state it had in the cited Revision. A citation stays readable for ever; a newer version never takes its place. Use it to check what a hit, a list or a Context Pack cited. An entry version that was not part of the cited Revision is memory_not_found.
     */
    readonly post: operations["get_memory_entry"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/memory/entries/revise": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Replace what an entry says
     * @description Writes the next version of an active entry and answers the new Revision. Earlier versions stay readable under their
     *     citations; search and Context Packs show the new one only. The evidence of the entry is kept.
     *
     *     The citation must name the head Revision, so that nobody overwrites what they have not read: a stale one is
     *     revision_conflict, after which the entry is read again and the call repeated with the new citation. A kind and text
     *     equal to the current ones change nothing and answer the same Revision.
     */
    readonly post: operations["revise_memory_entry"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/memory/entries/retire": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Take an entry out of use
     * @description Makes the entry inactive: it leaves search, Context Packs and the default list, while its versions stay readable under their citations. Use it when a statement no longer holds and nothing replaces it. The citation must name the head Revision; a stale one is revision_conflict. Retiring an inactive entry changes nothing and answers the same Revision.
     */
    readonly post: operations["retire_memory_entry"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/memory/changes": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Read what changed after a Revision
     * @description Answers the delta from `since_revision`, itself excluded, to the head: for each Revision in ascending order, which
     *     entries it added, revised or deactivated, and why. There are no pages. 0 answers the full history; null or absent
     *     answers the delta of the head alone; the head itself answers an empty list; a positive number that never was a
     *     Revision is memory_not_found.
     *
     *     Use it to audit a Memory or to keep a copy current. Texts are not part of it; read them with get_memory_entry. A scope
     *     without Memory answers null and an empty list.
     */
    readonly post: operations["list_memory_changes"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/experience/propose": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Propose an Experience for review
     * @description Puts a proposal into the review inbox of the scope as a pending Candidate and answers it. Nothing is learned by this call:
     *     a proposal reaches no search and no Context Pack before a person has approved it with approve_artifact_candidate.
     *
     *     Say what was the situation, what was done, what came of it, and the one lesson another agent should draw; all four are
     *     kept exactly as sent. Name the evidence: at least one and at most 32 references in all, each to something that exists in
     *     this scope. `source_refs` name captured Sources, `artifact_refs` Revisions of the Memory or of approved Experiences. A
     *     reference given twice counts once in the Candidate, but twice towards the 32.
     *
     *     To improve an approved Experience, name its current Revision as `target` and again in `artifact_refs`: approval then makes
     *     the next Revision of it. Without a target, approval makes a new Experience. Each call makes a Candidate of its own.
     */
    readonly post: operations["propose_experience"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/experience/generate": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Let the model propose an Experience
     * @description Lets the server's model read exactly the evidence you name and propose one Experience from it. What it proposes waits in
     *     the review inbox as a pending Candidate, like a proposal of your own; when the evidence teaches nothing, the answer is
     *     `no_op` and nothing is written. Evidence, `target` and `reason` follow the rules of propose_experience.
     *
     *     The model sees the Sources and Revisions you name without their secrets and `<private>` spans, and nothing else of the
     *     scope. Of very large evidence it sees the beginnings and ends: 96 KiB in all. The call takes as long as the model does
     *     and holds up nothing meanwhile. Each call makes a Candidate of its own. Use propose_experience when you can put the
     *     lesson into words yourself: it needs no model.
     */
    readonly post: operations["generate_experience"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/experience/get": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Read one Revision of an Experience
     * @description Answers exactly the approved Revision that the reference names, the current one or any before it, with the evidence it
     *     rested on. Use it to look up an Experience cited in a Context Pack or in the `result_artifact` of a Candidate. A newer
     *     Revision never takes the place of the one asked for. Another family than `experience` is artifact_not_found.
     */
    readonly post: operations["get_experience"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/artifact-candidates/list": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Page through the review inbox
     * @description Answers the Candidates of one status, oldest first, a page at a time. The default is what waits for a decision: `pending`.
     *     `next_cursor` is null on the last page; otherwise send it as `cursor`, with the same scope, status and family, to go on.
     *     Candidates that come in meanwhile appear on a later page and never move those already seen.
     *
     *     The family `skill` is reserved and has no Candidates. A scope nobody has written to has an empty inbox.
     */
    readonly post: operations["list_artifact_candidates"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/artifact-candidates/get": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Read one Candidate
     * @description Answers the current version of a Candidate, whatever its status: what it proposes, what it rests on and, once decided, how.
     *     Read it before a decision; the decision names the version that was read.
     */
    readonly post: operations["get_artifact_candidate"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/artifact-candidates/approve": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Approve a Candidate
     * @description Makes what the Candidate proposes an approved Experience, which Context Packs may from then on hold. Approval is a person's
     *     decision; an agent may propose and should not approve its own proposals.
     *
     *     Without a target it makes Revision 1 of a new Experience, with one the next Revision of that. `result_artifact` names it.
     *     The Candidate, the Revision and what is searched change together or not at all. A Candidate is decided once: of
     *     several decisions at a time one succeeds. `expected_version` is the version that was read; evidence is not looked at again.
     */
    readonly post: operations["approve_artifact_candidate"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/artifact-candidates/reject": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Reject a Candidate
     * @description Ends a Candidate without effect on anything else and keeps the reason with it, so that whoever proposed it can learn why.
     *     It stays readable under its id and in the list of rejected ones. A Candidate is decided once.
     */
    readonly post: operations["reject_artifact_candidate"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/artifact-candidates/revise": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Replace what a Candidate proposes
     * @description Writes the next version of a pending Candidate: proposal, evidence and reason as a whole, under the rules of
     *     propose_experience. Use it to correct a proposal before it is approved. Its place in the inbox stays.
     *
     *     The target is part of the Candidate and cannot change: send the one it has, or null when it has none. When the target
     *     has a newer Revision, the answer is artifact_conflict: propose anew from that one.
     */
    readonly post: operations["revise_artifact_candidate"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly "/v1/context/prepare": {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Prepare the history worth showing before a turn
     * @description Selects the few entries that clearly bear on the query and packs them, with their citations, into one text of at most
     *     `max_bytes` UTF-8 bytes that marks itself as untrusted history. Hosts inject `content` unchanged. Precision comes
     *     first: when nothing clearly fits, the status is `empty` and there is nothing to inject. Use search_memory to look
     *     around more widely.
     *
     *     Writes nothing and reads one head Revision. A failure is an error and never an empty pack.
     */
    readonly post: operations["prepare_context"];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description The partition this request works in, chosen by the caller and passed through unchanged. Case, accents, normal form and outer spaces all distinguish scopes. Not blank. */
    readonly ScopeId: string;
    /** @description An identity issued by the server. Opaque printable ASCII without spaces; hand it back unchanged. */
    readonly Ident: string;
    /** @description Plain text in any language, compared by its words. No character is an operator. Not blank. */
    readonly Query: string;
    /** @description What sort of statement this is. Kinds are open; usual ones are fact, preference, decision, constraint and working_note. Stored in NFC without outer white space. Not blank. */
    readonly Kind: string;
    /** @description The statement itself, at most 8192 bytes of UTF-8 after it was put into NFC and outer white space was removed. Not blank. */
    readonly EntryText: string;
    /** @description Why this is done, for the history; the operation that lists changes shows it. Stored in NFC without outer white space; a blank one counts as left out. */
    readonly Reason: string | null;
    /** @description The number of a Revision. The first is 1. */
    readonly Revision: number;
    /**
     * @description How entries are matched: by words (fts), by meaning (vector) or by both (hybrid).
     * @enum {string}
     */
    readonly SearchMode: "fts" | "vector" | "hybrid";
    /**
     * @description An arm of the search that found the entry.
     * @enum {string}
     */
    readonly MatchedBy: "fts" | "vector";
    /**
     * @description Active entries are searched and packed; inactive ones have been retired.
     * @enum {string}
     */
    readonly EntryState: "active" | "inactive";
    /**
     * @description The stable name of a refusal. Branch on this.
     * @enum {string}
     */
    readonly ErrorCode:
      | "invalid_request"
      | "unauthorized"
      | "forbidden"
      | "not_found"
      | "method_not_allowed"
      | "memory_not_found"
      | "artifact_not_found"
      | "candidate_not_found"
      | "source_conflict"
      | "revision_conflict"
      | "memory_entry_inactive"
      | "candidate_conflict"
      | "candidate_terminal"
      | "artifact_conflict"
      | "capability_not_supported"
      | "too_many_requests"
      | "overloaded"
      | "runtime_not_ready"
      | "inference_timeout"
      | "inference_unavailable"
      | "generation_unavailable"
      | "internal_error";
    /** @description Why this is proposed, for whoever reviews it. Kept as sent. Null when there is none to give, never blank. */
    readonly ReviewReason: string | null;
    /**
     * @description What a Candidate would become. `skill` is reserved.
     * @enum {string}
     */
    readonly CandidateFamily: "experience" | "skill";
    /**
     * @description Whether a Candidate waits or how it was decided.
     * @enum {string}
     */
    readonly CandidateStatus: "pending" | "approved" | "rejected";
    /** @description The number of a version of a Candidate. The first is 1. */
    readonly CandidateVersion: number;
    /**
     * @description What one check found.
     * @enum {string}
     */
    readonly CheckState: "ready" | "unavailable" | "timeout" | "misconfigured" | "not_ready";
    /** @description One Revision of one Artifact, named exactly. */
    readonly ArtifactReference: {
      /** @description The family of the Artifact; `memory` or `experience`. */
      readonly family: components["schemas"]["Ident"];
      /** @description The identity of the Artifact in its family and scope. */
      readonly artifact_id: components["schemas"]["Ident"];
      readonly revision: components["schemas"]["Revision"];
    };
    /** @description One immutable version of one entry, and the Revision of the Memory it was read at. Readable for ever. */
    readonly MemoryCitation: {
      /** @description The Revision of the Memory. */
      readonly memory_ref: components["schemas"]["ArtifactReference"];
      /** @description The entry; the same through all its versions. */
      readonly entry_id: components["schemas"]["Ident"];
      /** @description The version of the entry. */
      readonly entry_version_id: components["schemas"]["Ident"];
    };
    /** @description A Source, by its type and the caller's identity for it. */
    readonly SourceReference: {
      /** @description The type of the Source; `content`. */
      readonly name: string;
      /** @description The identity the caller gave it. */
      readonly source_id: string;
    };
    /** @description One version of one entry, as it stood in the cited Revision. */
    readonly MemoryEntry: {
      readonly citation: components["schemas"]["MemoryCitation"];
      /** @description The number of this version of the entry. The first is 1. */
      readonly version: number;
      readonly kind: components["schemas"]["Kind"];
      readonly text: components["schemas"]["EntryText"];
      readonly state: components["schemas"]["EntryState"];
      /** @description The Sources that support the entry, in ascending order of their canonical JSON. */
      readonly source_refs: readonly components["schemas"]["SourceReference"][];
      /** @description The Artifacts that support the entry, in ascending order of their canonical JSON. */
      readonly artifact_refs: readonly components["schemas"]["ArtifactReference"][];
    };
    /** @description The process answers. */
    readonly LivenessResponse: {
      /**
       * @description Always `ok`.
       * @constant
       */
      readonly status: "ok";
    };
    /** @description Whether the server can do its work, and what each check found. */
    readonly ReadinessResponse: {
      /**
       * @description ready, degraded (serving with less) or not_ready (refusing).
       * @enum {string}
       */
      readonly status: "ready" | "degraded" | "not_ready";
      /** @description One state per check. `runtime` and `database` are needed to serve at all; others, such as `index`, only degrade. */
      readonly checks: {
        readonly [key: string]: components["schemas"]["CheckState"];
      };
    };
    /** @description What this server was assembled with. */
    readonly CapabilitiesResponse: {
      /** @description The types of Source that can be captured. */
      readonly source_types: readonly "content"[];
      /** @description The families of Artifact this server keeps, in the order memory, experience. */
      readonly artifact_families: readonly ("memory" | "experience")[];
      /** @description Whether Memory can be extracted from Sources. */
      readonly memory_extraction: boolean;
      /** @description Whether Experience can be generated. */
      readonly experience_generation: boolean;
      /** @description Whether managed skills can be generated. */
      readonly managed_skill_generation: boolean;
      /** @description Whether an external registry of skills is connected. */
      readonly external_skill_registry: boolean;
      /** @description Whether handoffs can be generated. */
      readonly handoff_generation: boolean;
      /** @description The modes that search_memory runs, in the order auto, fts, vector, hybrid. */
      readonly search_modes: readonly ("auto" | "fts" | "vector" | "hybrid")[];
      /** @description The one form of Context Pack that prepare_context answers. */
      readonly context_versions: readonly "powercontext.prepared-context.v1"[];
    };
    /** @description A piece of text for the journal. */
    readonly CaptureContentSourceRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      /** @description The caller's identity for this text, unique in the scope and compared byte by byte. Repeating a capture under the same id is safe. Not blank. */
      readonly source_id: string;
      /** @description The text, kept exactly as sent. Not blank. */
      readonly content: string;
      /** @description Anything the caller wants to keep with the text, as JSON. At most 64 levels deep and 65536 bytes in canonical form (RFC 8785). It is part of the payload; absent, null and {} are the same. */
      readonly metadata?: {
        readonly [key: string]: unknown;
      } | null;
    };
    /** @description The receipt of a durable Source. It says nothing about extraction. */
    readonly CaptureContentSourceResponse: {
      /**
       * @description Always `accepted`.
       * @constant
       */
      readonly status: "accepted";
      readonly source: components["schemas"]["SourceReference"];
      /** @description The place of the Source in the journal of its scope, counted from 1 without holes. */
      readonly position: number;
    };
    /** @description Which journal to read on. */
    readonly FlushMemoryRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
    };
    /** @description How far the journal has been read, before and after the call. */
    readonly FlushMemoryResponse: {
      /**
       * @description processed: a window was read and the cursor moved. idle: nothing was pending.
       * @enum {string}
       */
      readonly status: "idle" | "processed";
      /** @description The last position that had been read before, 0 when none. */
      readonly previous_cursor: number;
      /** @description The last position that has been read now. */
      readonly current_cursor: number;
      /** @description The last position of the journal when the window was chosen. Above `current_cursor`, more is pending. */
      readonly high_watermark: number;
      /** @description How many Sources the window had. */
      readonly processed_source_count: number;
      /** @description The head Revision after the window; null when idle, and while the scope has no Memory. */
      readonly memory: components["schemas"]["ArtifactReference"] | null;
    };
    /** @description One statement to remember. */
    readonly RememberMemoryRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      readonly kind: components["schemas"]["Kind"];
      readonly text: components["schemas"]["EntryText"];
      readonly reason?: components["schemas"]["Reason"];
      /** @description Write only if this Revision is the head of the Memory. Leave it out to write to whatever the head is. */
      readonly expected_revision?: number | null;
    };
    /** @description The Memory after the call. */
    readonly RememberMemoryResponse: {
      /** @description The head Revision; a new one, or the same when nothing changed. */
      readonly memory: components["schemas"]["ArtifactReference"];
      /** @description The entry that holds the statement. This server always names it; others may answer null when nothing changed. */
      readonly entry: components["schemas"]["MemoryEntry"] | null;
    };
    /** @description The Memory after the call. */
    readonly MemoryMutationResponse: {
      /** @description The head Revision; a new one, or the same when nothing changed. */
      readonly memory: components["schemas"]["ArtifactReference"];
      /** @description The entry as it stands in that Revision. */
      readonly entry: components["schemas"]["MemoryEntry"];
    };
    /** @description A query against the active entries. */
    readonly SearchMemoryRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      readonly query: components["schemas"]["Query"];
      /**
       * @description How many hits to answer at most (top-k, not the size of a page).
       * @default 10
       */
      readonly limit?: number;
      /**
       * @description How to match. `auto` takes the strongest mode that can run now; any other is refused with capability_not_supported when it cannot run.
       * @default auto
       * @enum {string}
       */
      readonly mode?: "auto" | "fts" | "vector" | "hybrid";
    };
    /** @description The best hits, read at one Revision. */
    readonly SearchMemoryResponse: {
      /** @description The Revision that was searched, or null when the scope has no Memory. */
      readonly memory: components["schemas"]["ArtifactReference"] | null;
      /** @description The mode that ran. Null exactly when `memory` is null. */
      readonly mode: components["schemas"]["SearchMode"] | null;
      /** @description Distinct entries, best first. */
      readonly hits: readonly components["schemas"]["MemoryHit"][];
    };
    /** @description One entry that fits the query. */
    readonly MemoryHit: {
      readonly citation: components["schemas"]["MemoryCitation"];
      readonly text: components["schemas"]["EntryText"];
      /** @description How well it fits, comparable only within one response. */
      readonly score: number;
      /** @description The arms that found it, in the order fts, vector. */
      readonly matched_by: readonly components["schemas"]["MatchedBy"][];
    };
    /** @description Asks for a snapshot of the entries. */
    readonly ListMemoryEntriesRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      /**
       * @description Whether retired entries are listed too.
       * @default false
       */
      readonly include_inactive?: boolean;
    };
    /** @description A snapshot of the Memory at one Revision. */
    readonly ListMemoryEntriesResponse: {
      /** @description The Revision of the snapshot, or null when the scope has no Memory. */
      readonly memory: components["schemas"]["ArtifactReference"] | null;
      /** @description The entries in ascending order of entry_id. */
      readonly entries: readonly components["schemas"]["MemoryEntry"][];
    };
    /** @description Names an entry version. */
    readonly GetMemoryEntryRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      /** @description The entry version to read, at any Revision that ever existed. */
      readonly citation: components["schemas"]["MemoryCitation"];
    };
    /** @description The new content of an entry. */
    readonly ReviseMemoryEntryRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      /** @description The entry version to replace, read at the head Revision. */
      readonly citation: components["schemas"]["MemoryCitation"];
      readonly kind: components["schemas"]["Kind"];
      readonly text: components["schemas"]["EntryText"];
      readonly reason?: components["schemas"]["Reason"];
    };
    /** @description Names the entry to take out of use. */
    readonly RetireMemoryEntryRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      /** @description The entry version to retire, read at the head Revision. */
      readonly citation: components["schemas"]["MemoryCitation"];
      readonly reason?: components["schemas"]["Reason"];
    };
    /** @description Asks for the delta after a Revision. */
    readonly ListMemoryChangesRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      /** @description The Revision after which the delta begins. 0 is the full history; null or absent is the delta of the head alone. */
      readonly since_revision?: number | null;
    };
    /** @description A delta up to the head. */
    readonly ListMemoryChangesResponse: {
      /** @description The head Revision, or null when the scope has no Memory. */
      readonly memory: components["schemas"]["ArtifactReference"] | null;
      /** @description The Revisions of the delta in ascending order. */
      readonly revisions: readonly components["schemas"]["MemoryRevisionChanges"][];
    };
    /** @description What one Revision changed. */
    readonly MemoryRevisionChanges: {
      /** @description The Revision. */
      readonly memory_ref: components["schemas"]["ArtifactReference"];
      /** @description At most one change per entry, in ascending order of entry_id. */
      readonly changes: readonly components["schemas"]["EntryChange"][];
    };
    /** @description What one Revision did to one entry. */
    readonly EntryChange: {
      /**
       * @description add (no version before), revise (one version before, another after), deactivate (no version after), reactivate (reserved; no operation does it yet).
       * @enum {string}
       */
      readonly op: "add" | "revise" | "deactivate" | "reactivate";
      /** @description The entry. */
      readonly entry_id: components["schemas"]["Ident"];
      /** @description The version in use before, or null. */
      readonly from_entry_version_id: components["schemas"]["Ident"] | null;
      /** @description The version in use after, or null. */
      readonly to_entry_version_id: components["schemas"]["Ident"] | null;
      /** @description The reason that was given, or null. */
      readonly reason: string | null;
    };
    /** @description One lesson from work, in four parts, each kept exactly as sent. */
    readonly ExperienceProposal: {
      /** @description When this applies. Not blank. */
      readonly situation: string;
      /** @description What was done. Not blank. */
      readonly action: string;
      /** @description What came of it. Not blank. */
      readonly outcome: string;
      /** @description What to do next time. Not blank. */
      readonly lesson: string;
    };
    /** @description A proposal and its evidence. */
    readonly ProposeExperienceRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      readonly proposal: components["schemas"]["ExperienceProposal"];
      /** @description Sources the proposal rests on. Together with `artifact_refs` 1 to 32. */
      readonly source_refs: readonly components["schemas"]["SourceReference"][];
      /** @description Revisions of the Memory or of Experiences the proposal rests on. */
      readonly artifact_refs: readonly components["schemas"]["ArtifactReference"][];
      /** @description The current Revision of the Experience this would be the next one of. Null or absent for a new one. */
      readonly target?: components["schemas"]["ArtifactReference"] | null;
      readonly reason?: components["schemas"]["ReviewReason"];
    };
    /** @description The evidence a model is to read. */
    readonly GenerateExperienceRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      /** @description Sources to read. Together with `artifact_refs` 1 to 32. */
      readonly source_refs: readonly components["schemas"]["SourceReference"][];
      /** @description Revisions of the Memory or of Experiences to read. */
      readonly artifact_refs: readonly components["schemas"]["ArtifactReference"][];
      /** @description The current Revision of the Experience this would be the next one of. Null or absent for a new one. */
      readonly target?: components["schemas"]["ArtifactReference"] | null;
      readonly reason?: components["schemas"]["ReviewReason"];
    };
    /** @description What the model made of the evidence. */
    readonly GeneratedCandidateResponse: {
      /**
       * @description `pending`: a Candidate waits for review. `no_op`: the evidence teaches nothing.
       * @enum {string}
       */
      readonly status: "pending" | "no_op";
      /** @description The Candidate; null with `no_op`. */
      readonly candidate: components["schemas"]["ArtifactCandidate"] | null;
    };
    /** @description Names an approved Revision. */
    readonly GetExperienceRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      readonly artifact: components["schemas"]["ArtifactReference"];
    };
    /** @description One approved Revision of an Experience. */
    readonly ExperienceArtifact: {
      /** @description The Revision. */
      readonly artifact: components["schemas"]["ArtifactReference"];
      readonly content: components["schemas"]["ExperienceProposal"];
      /** @description The Sources it rests on, each once, in the order given. */
      readonly source_refs: readonly components["schemas"]["SourceReference"][];
      /** @description The Artifact Revisions it rests on, each once, in the order given. */
      readonly artifact_refs: readonly components["schemas"]["ArtifactReference"][];
    };
    /** @description A proposal in the review inbox, at its current version. */
    readonly ArtifactCandidate: {
      /** @description The identity of the Candidate; the same through all its versions. */
      readonly candidate_id: components["schemas"]["Ident"];
      readonly version: components["schemas"]["CandidateVersion"];
      readonly family: components["schemas"]["CandidateFamily"];
      readonly status: components["schemas"]["CandidateStatus"];
      readonly proposal: components["schemas"]["ExperienceProposal"];
      /** @description The Sources it rests on, each once, in the order given. */
      readonly source_refs: readonly components["schemas"]["SourceReference"][];
      /** @description The Artifact Revisions it rests on, each once, in the order given. */
      readonly artifact_refs: readonly components["schemas"]["ArtifactReference"][];
      /** @description The Revision this would be the next one of, or null for a new Experience. */
      readonly target: components["schemas"]["ArtifactReference"] | null;
      /** @description Why it is proposed, or null. */
      readonly reason: string | null;
      /** @description The Revision that approval made; null unless approved. */
      readonly result_artifact: components["schemas"]["ArtifactReference"] | null;
      /** @description Why it was rejected; null unless rejected. */
      readonly decision_reason: string | null;
    };
    /** @description Asks for one page of the inbox. */
    readonly ListArtifactCandidatesRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      /**
       * @description The Candidates of this status.
       * @default pending
       * @enum {string}
       */
      readonly status?: "pending" | "approved" | "rejected";
      /**
       * @description Those of this family only. Null or absent for all.
       * @enum {string|null}
       */
      readonly family?: "experience" | "skill" | null;
      /** @description The `next_cursor` of the page before, opaque, of the same scope, status and family. Null or absent for the first page. */
      readonly cursor?: string | null;
      /**
       * @description The most Candidates the page may hold.
       * @default 50
       */
      readonly limit?: number;
    };
    /** @description One page of the inbox. */
    readonly ListArtifactCandidatesResponse: {
      /** @description The Candidates, oldest first. */
      readonly candidates: readonly components["schemas"]["ArtifactCandidate"][];
      /** @description Where the next page begins; null on the last. */
      readonly next_cursor: string | null;
    };
    /** @description Names a Candidate. */
    readonly GetArtifactCandidateRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      /** @description The Candidate, by the id its proposal was answered with. */
      readonly candidate_id: components["schemas"]["Ident"];
    };
    /** @description Approves a version of a Candidate. */
    readonly ApproveArtifactCandidateRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      /** @description The Candidate, by the id its proposal was answered with. */
      readonly candidate_id: components["schemas"]["Ident"];
      /** @description The version that was read. */
      readonly expected_version: components["schemas"]["CandidateVersion"];
    };
    /** @description Rejects a version of a Candidate. */
    readonly RejectArtifactCandidateRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      /** @description The Candidate, by the id its proposal was answered with. */
      readonly candidate_id: components["schemas"]["Ident"];
      /** @description The version that was read. */
      readonly expected_version: components["schemas"]["CandidateVersion"];
      /** @description Why it is rejected. Kept as sent. Not blank. */
      readonly reason: string;
    };
    /** @description The next version of a Candidate as a whole. */
    readonly ReviseArtifactCandidateRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      /** @description The Candidate, by the id its proposal was answered with. */
      readonly candidate_id: components["schemas"]["Ident"];
      /** @description The version that was read. */
      readonly expected_version: components["schemas"]["CandidateVersion"];
      readonly proposal: components["schemas"]["ExperienceProposal"];
      /** @description Sources the proposal rests on. Together with `artifact_refs` 1 to 32. */
      readonly source_refs: readonly components["schemas"]["SourceReference"][];
      /** @description Revisions of the Memory or of Experiences the proposal rests on. */
      readonly artifact_refs: readonly components["schemas"]["ArtifactReference"][];
      /** @description The target the Candidate has; null or absent when it has none. */
      readonly target?: components["schemas"]["ArtifactReference"] | null;
      readonly reason?: components["schemas"]["ReviewReason"];
    };
    /** @description Asks for a Context Pack. */
    readonly PrepareContextRequest: {
      readonly scope_id: components["schemas"]["ScopeId"];
      /** @description What the agent is about to work on, usually the user's prompt. Long prompts are fine; each sentence is weighed on its own. Not blank. */
      readonly query: components["schemas"]["Query"];
      /**
       * @description The most UTF-8 bytes that `content` may have.
       * @default 8000
       */
      readonly max_bytes?: number;
    };
    /** @description One complete Context Pack, or the statement that nothing fits. It is not stored. */
    readonly PreparedContext: {
      /**
       * @description The form of this pack.
       * @constant
       */
      readonly schema: "powercontext.prepared-context.v1";
      /**
       * @description ready when `content` is to be injected, empty when there is nothing to inject.
       * @enum {string}
       */
      readonly status: "ready" | "empty";
      /** @description The text to inject, unchanged. Null exactly when the status is empty. */
      readonly content: string | null;
      /** @description The length of `content` in UTF-8 bytes; 0 when it is null. */
      readonly content_bytes: number;
    };
    /** @description Any refusal or failure. */
    readonly ErrorResponse: {
      readonly error: components["schemas"]["ErrorBody"];
    };
    /** @description What went wrong. */
    readonly ErrorBody: {
      readonly code: components["schemas"]["ErrorCode"];
      /** @description What went wrong and what the caller can do, for people. It may change. */
      readonly message: string;
      /** @description What the code adds, as described with it; null where it adds nothing. */
      readonly details: {
        readonly [key: string]: unknown;
      } | null;
    };
  };
  responses: {
    /** @description `unauthorized`: the server asks for a token and the request has none, or a wrong one. */
    readonly Unauthorized: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        /** @description Always `Bearer`. */
        readonly "WWW-Authenticate": "Bearer";
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `forbidden`: the Host or Origin header names a place this server does not answer for. */
    readonly Forbidden: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `memory_not_found`: the scope has no Memory, or the Memory, Revision, entry or entry version that the request names does not exist there. */
    readonly MemoryNotFound: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `artifact_not_found`: the scope has no such approved Experience, or not this Revision of it. */
    readonly ArtifactNotFound: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `candidate_not_found`: the scope has no Candidate of this id. */
    readonly CandidateNotFound: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `artifact_conflict`: the target is not the current Revision of its Experience, which `details.current` is. Read that one and propose from it. */
    readonly TargetConflict: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `candidate_terminal`: the Candidate has been decided, `details.status` says how; it cannot change any more. `candidate_conflict`: `expected_version` is not the current version, which `details.current_version` is; read, then repeat. */
    readonly DecisionConflict: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `candidate_terminal`: the Candidate has been decided, `details.status` says how; it cannot change any more. `candidate_conflict`: `expected_version` is not the current version, which `details.current_version` is; read, then repeat. `artifact_conflict`: the target is no longer the current Revision of its Experience, which `details.current` is; propose anew from that one. */
    readonly ReviewConflict: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `source_conflict`: this `source_id` already holds another payload, which is kept. Capture the new payload under another id. */
    readonly SourceConflict: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `revision_conflict`: the Revision that the request names is not the head. `details.current_revision` is the head; read again, then repeat. */
    readonly RevisionConflict: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `revision_conflict`: the citation does not name the head Revision, which `details.current_revision` is; read again, then repeat. `memory_entry_inactive`: the entry has been retired; remember the statement anew instead. */
    readonly ReviseConflict: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `invalid_request`: the body is not what this operation takes. `details.errors` names each field found wrong by its dotted path and says what is wrong with it, without its value. */
    readonly InvalidRequest: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `invalid_request`: the body is not what this operation takes; `details.errors` names the field. `capability_not_supported`: the mode asked for cannot run on this server or for this Memory; `details.capability` names it. Mode `auto` always runs. */
    readonly InvalidSearch: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `invalid_request`: the body is not what this operation takes; `details.errors` names the field. `capability_not_supported`: Sources are pending and the server has no model to read them with; they stay pending. */
    readonly InvalidFlush: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `too_many_requests`: the caller has sent more than this server allows it; nothing was done. Retry-After says how long to wait. Only where the operator has set a limit. */
    readonly TooManyRequests: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly "Retry-After": components["headers"]["RetryAfter"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `internal_error`: something the server did not foresee. The cause is in its log under the request id and never in the answer. */
    readonly InternalError: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `runtime_not_ready`: the server is starting, stopping, without its runtime, or cannot reach its database. `overloaded`: too many requests or writes wait; repeat after the seconds in Retry-After. A write whose database went away or fell silent while it was committed may have been done, once; every other was not. */
    readonly Unavailable: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly "Retry-After": components["headers"]["RetryAfter"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `generation_unavailable`: this server has no generation model. `inference_timeout`: the model did not answer in time. `inference_unavailable`: it could not be reached, refused, or proposed nothing that can be reviewed. Nothing was written. `overloaded`: too many requests or writes wait; `Retry-After` says for how many seconds to wait. `runtime_not_ready`: the server starts, stops or has lost its database. */
    readonly GenerationUnavailable: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly "Retry-After": components["headers"]["RetryAfter"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `inference_timeout`: the model did not answer in time. `inference_unavailable`: it could not be reached, refused, or did not answer in the form asked for. `runtime_not_ready`: the server is starting, stopping, without its runtime, or cannot reach its database. `overloaded`: other flushes had the scope all the time, or too much is waiting; repeat after the seconds in Retry-After. The cursor has not moved, unless the database went away or fell silent while it was committed. */
    readonly FlushUnavailable: {
      headers: {
        readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
        readonly "Retry-After": components["headers"]["RetryAfter"];
        readonly [name: string]: unknown;
      };
      content: {
        readonly "application/json": components["schemas"]["ErrorResponse"];
      };
    };
  };
  parameters: {
    /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
    readonly RequestId: string;
  };
  requestBodies: never;
  headers: {
    /** @description The id of this request, the caller's own if it had the right form. */
    readonly RequestId: string;
    /** @description Seconds to wait before the call is repeated. Sent with `overloaded` and `too_many_requests`. */
    readonly RetryAfter: number;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly get_liveness: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The process answers. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok"
           *     }
           */
          readonly "application/json": components["schemas"]["LivenessResponse"];
        };
      };
      readonly 500: components["responses"]["InternalError"];
    };
  };
  readonly get_readiness: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Ready, or degraded and still serving. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ready",
           *       "checks": {
           *         "runtime": "ready",
           *         "database": "ready",
           *         "index": "ready"
           *       }
           *     }
           */
          readonly "application/json": components["schemas"]["ReadinessResponse"];
        };
      };
      readonly 500: components["responses"]["InternalError"];
      /** @description Not ready. Starting, stopping, without its runtime, or without its database. */
      readonly 503: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "not_ready",
           *       "checks": {
           *         "runtime": "not_ready"
           *       }
           *     }
           */
          readonly "application/json": components["schemas"]["ReadinessResponse"];
        };
      };
    };
  };
  readonly get_capabilities: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The abilities of this server. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "source_types": [
           *         "content"
           *       ],
           *       "artifact_families": [
           *         "memory"
           *       ],
           *       "memory_extraction": false,
           *       "experience_generation": false,
           *       "managed_skill_generation": false,
           *       "external_skill_registry": false,
           *       "handoff_generation": false,
           *       "search_modes": [
           *         "auto",
           *         "fts"
           *       ],
           *       "context_versions": [
           *         "powercontext.prepared-context.v1"
           *       ]
           *     }
           */
          readonly "application/json": components["schemas"]["CapabilitiesResponse"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
    };
  };
  readonly capture_content_source: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "source_id": "meeting-2026-03-02",
         *       "content": "We release on Tuesdays and freeze the main branch the evening before.",
         *       "metadata": {
         *         "origin": "meeting-notes",
         *         "author": "Maria"
         *       }
         *     }
         */
        readonly "application/json": components["schemas"]["CaptureContentSourceRequest"];
      };
    };
    readonly responses: {
      /** @description The Source is durable in the journal. Nothing further is promised. */
      readonly 202: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "accepted",
           *       "source": {
           *         "name": "content",
           *         "source_id": "meeting-2026-03-02"
           *       },
           *       "position": 1
           *     }
           */
          readonly "application/json": components["schemas"]["CaptureContentSourceResponse"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 409: components["responses"]["SourceConflict"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
  readonly flush_memory: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout"
         *     }
         */
        readonly "application/json": components["schemas"]["FlushMemoryRequest"];
      };
    };
    readonly responses: {
      /** @description The journal has been read up to `current_cursor`. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": components["schemas"]["FlushMemoryResponse"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 422: components["responses"]["InvalidFlush"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["FlushUnavailable"];
    };
  };
  readonly remember_memory: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "kind": "decision",
         *       "text": "Releases go out on Tuesdays.",
         *       "reason": "Agreed in the planning meeting."
         *     }
         */
        readonly "application/json": components["schemas"]["RememberMemoryRequest"];
      };
    };
    readonly responses: {
      /** @description The statement is remembered, by a new entry or by one that was already there. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "memory": {
           *         "family": "memory",
           *         "artifact_id": "memory",
           *         "revision": 1
           *       },
           *       "entry": {
           *         "citation": {
           *           "memory_ref": {
           *             "family": "memory",
           *             "artifact_id": "memory",
           *             "revision": 1
           *           },
           *           "entry_id": "mem_ent_5f0c2a9be1d34c7786a0b1c2d3e4f506",
           *           "entry_version_id": "mem_ver_0a1b2c3d4e5f60718293a4b5c6d7e8f9"
           *         },
           *         "version": 1,
           *         "kind": "decision",
           *         "text": "Releases go out on Tuesdays.",
           *         "state": "active",
           *         "source_refs": [],
           *         "artifact_refs": []
           *       }
           *     }
           */
          readonly "application/json": components["schemas"]["RememberMemoryResponse"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 404: components["responses"]["MemoryNotFound"];
      readonly 409: components["responses"]["RevisionConflict"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
  readonly search_memory: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "query": "when do we release?",
         *       "limit": 5
         *     }
         */
        readonly "application/json": components["schemas"]["SearchMemoryRequest"];
      };
    };
    readonly responses: {
      /** @description The best hits at one Revision of the Memory. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "memory": {
           *         "family": "memory",
           *         "artifact_id": "memory",
           *         "revision": 1
           *       },
           *       "mode": "fts",
           *       "hits": [
           *         {
           *           "citation": {
           *             "memory_ref": {
           *               "family": "memory",
           *               "artifact_id": "memory",
           *               "revision": 1
           *             },
           *             "entry_id": "mem_ent_5f0c2a9be1d34c7786a0b1c2d3e4f506",
           *             "entry_version_id": "mem_ver_0a1b2c3d4e5f60718293a4b5c6d7e8f9"
           *           },
           *           "text": "Releases go out on Tuesdays.",
           *           "score": 0.44,
           *           "matched_by": [
           *             "fts"
           *           ]
           *         }
           *       ]
           *     }
           */
          readonly "application/json": components["schemas"]["SearchMemoryResponse"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 422: components["responses"]["InvalidSearch"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
  readonly list_memory_entries: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "include_inactive": true
         *     }
         */
        readonly "application/json": components["schemas"]["ListMemoryEntriesRequest"];
      };
    };
    readonly responses: {
      /** @description The entries as they were at one Revision. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "memory": {
           *         "family": "memory",
           *         "artifact_id": "memory",
           *         "revision": 3
           *       },
           *       "entries": [
           *         {
           *           "citation": {
           *             "memory_ref": {
           *               "family": "memory",
           *               "artifact_id": "memory",
           *               "revision": 3
           *             },
           *             "entry_id": "mem_ent_5f0c2a9be1d34c7786a0b1c2d3e4f506",
           *             "entry_version_id": "mem_ver_7c6b5a49382716051423324150697887"
           *           },
           *           "version": 2,
           *           "kind": "decision",
           *           "text": "Releases go out on Wednesdays.",
           *           "state": "inactive",
           *           "source_refs": [],
           *           "artifact_refs": []
           *         }
           *       ]
           *     }
           */
          readonly "application/json": components["schemas"]["ListMemoryEntriesResponse"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
  readonly get_memory_entry: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "citation": {
         *         "memory_ref": {
         *           "family": "memory",
         *           "artifact_id": "memory",
         *           "revision": 1
         *         },
         *         "entry_id": "mem_ent_5f0c2a9be1d34c7786a0b1c2d3e4f506",
         *         "entry_version_id": "mem_ver_0a1b2c3d4e5f60718293a4b5c6d7e8f9"
         *       }
         *     }
         */
        readonly "application/json": components["schemas"]["GetMemoryEntryRequest"];
      };
    };
    readonly responses: {
      /** @description The cited entry version. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "citation": {
           *         "memory_ref": {
           *           "family": "memory",
           *           "artifact_id": "memory",
           *           "revision": 1
           *         },
           *         "entry_id": "mem_ent_5f0c2a9be1d34c7786a0b1c2d3e4f506",
           *         "entry_version_id": "mem_ver_0a1b2c3d4e5f60718293a4b5c6d7e8f9"
           *       },
           *       "version": 1,
           *       "kind": "decision",
           *       "text": "Releases go out on Tuesdays.",
           *       "state": "active",
           *       "source_refs": [],
           *       "artifact_refs": []
           *     }
           */
          readonly "application/json": components["schemas"]["MemoryEntry"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 404: components["responses"]["MemoryNotFound"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
  readonly revise_memory_entry: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "citation": {
         *         "memory_ref": {
         *           "family": "memory",
         *           "artifact_id": "memory",
         *           "revision": 1
         *         },
         *         "entry_id": "mem_ent_5f0c2a9be1d34c7786a0b1c2d3e4f506",
         *         "entry_version_id": "mem_ver_0a1b2c3d4e5f60718293a4b5c6d7e8f9"
         *       },
         *       "kind": "decision",
         *       "text": "Releases go out on Wednesdays.",
         *       "reason": "Tuesday collided with the planning meeting."
         *     }
         */
        readonly "application/json": components["schemas"]["ReviseMemoryEntryRequest"];
      };
    };
    readonly responses: {
      /** @description The entry as it stands after the call. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "memory": {
           *         "family": "memory",
           *         "artifact_id": "memory",
           *         "revision": 2
           *       },
           *       "entry": {
           *         "citation": {
           *           "memory_ref": {
           *             "family": "memory",
           *             "artifact_id": "memory",
           *             "revision": 2
           *           },
           *           "entry_id": "mem_ent_5f0c2a9be1d34c7786a0b1c2d3e4f506",
           *           "entry_version_id": "mem_ver_7c6b5a49382716051423324150697887"
           *         },
           *         "version": 2,
           *         "kind": "decision",
           *         "text": "Releases go out on Wednesdays.",
           *         "state": "active",
           *         "source_refs": [],
           *         "artifact_refs": []
           *       }
           *     }
           */
          readonly "application/json": components["schemas"]["MemoryMutationResponse"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 404: components["responses"]["MemoryNotFound"];
      readonly 409: components["responses"]["ReviseConflict"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
  readonly retire_memory_entry: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "citation": {
         *         "memory_ref": {
         *           "family": "memory",
         *           "artifact_id": "memory",
         *           "revision": 2
         *         },
         *         "entry_id": "mem_ent_5f0c2a9be1d34c7786a0b1c2d3e4f506",
         *         "entry_version_id": "mem_ver_7c6b5a49382716051423324150697887"
         *       },
         *       "reason": "The team now releases continuously."
         *     }
         */
        readonly "application/json": components["schemas"]["RetireMemoryEntryRequest"];
      };
    };
    readonly responses: {
      /** @description The entry, inactive. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "memory": {
           *         "family": "memory",
           *         "artifact_id": "memory",
           *         "revision": 3
           *       },
           *       "entry": {
           *         "citation": {
           *           "memory_ref": {
           *             "family": "memory",
           *             "artifact_id": "memory",
           *             "revision": 3
           *           },
           *           "entry_id": "mem_ent_5f0c2a9be1d34c7786a0b1c2d3e4f506",
           *           "entry_version_id": "mem_ver_7c6b5a49382716051423324150697887"
           *         },
           *         "version": 2,
           *         "kind": "decision",
           *         "text": "Releases go out on Wednesdays.",
           *         "state": "inactive",
           *         "source_refs": [],
           *         "artifact_refs": []
           *       }
           *     }
           */
          readonly "application/json": components["schemas"]["MemoryMutationResponse"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 404: components["responses"]["MemoryNotFound"];
      readonly 409: components["responses"]["RevisionConflict"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
  readonly list_memory_changes: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "since_revision": 1
         *     }
         */
        readonly "application/json": components["schemas"]["ListMemoryChangesRequest"];
      };
    };
    readonly responses: {
      /** @description The delta up to the head. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "memory": {
           *         "family": "memory",
           *         "artifact_id": "memory",
           *         "revision": 2
           *       },
           *       "revisions": [
           *         {
           *           "memory_ref": {
           *             "family": "memory",
           *             "artifact_id": "memory",
           *             "revision": 2
           *           },
           *           "changes": [
           *             {
           *               "op": "revise",
           *               "entry_id": "mem_ent_5f0c2a9be1d34c7786a0b1c2d3e4f506",
           *               "from_entry_version_id": "mem_ver_0a1b2c3d4e5f60718293a4b5c6d7e8f9",
           *               "to_entry_version_id": "mem_ver_7c6b5a49382716051423324150697887",
           *               "reason": "Tuesday collided with the planning meeting."
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          readonly "application/json": components["schemas"]["ListMemoryChangesResponse"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 404: components["responses"]["MemoryNotFound"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
  readonly propose_experience: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "proposal": {
         *         "situation": "A release was cut while a merge was running.",
         *         "action": "The main branch was frozen first and the tag made after it.",
         *         "outcome": "The tag held what the tests had seen.",
         *         "lesson": "Freeze the branch before a tag is cut."
         *       },
         *       "source_refs": [
         *         {
         *           "name": "content",
         *           "source_id": "meeting-2026-03-02"
         *         }
         *       ],
         *       "artifact_refs": []
         *     }
         */
        readonly "application/json": components["schemas"]["ProposeExperienceRequest"];
      };
    };
    readonly responses: {
      /** @description The Candidate waits for review. */
      readonly 201: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "candidate_id": "cand_3a4b5c6d7e8f90a1b2c3d4e5f6071829",
           *       "version": 1,
           *       "family": "experience",
           *       "status": "pending",
           *       "proposal": {
           *         "situation": "A release was cut while a merge was running.",
           *         "action": "The main branch was frozen first and the tag made after it.",
           *         "outcome": "The tag held what the tests had seen.",
           *         "lesson": "Freeze the branch before a tag is cut."
           *       },
           *       "source_refs": [
           *         {
           *           "name": "content",
           *           "source_id": "meeting-2026-03-02"
           *         }
           *       ],
           *       "artifact_refs": [],
           *       "target": null,
           *       "reason": null,
           *       "result_artifact": null,
           *       "decision_reason": null
           *     }
           */
          readonly "application/json": components["schemas"]["ArtifactCandidate"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 409: components["responses"]["TargetConflict"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
  readonly generate_experience: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "source_refs": [
         *         {
         *           "name": "content",
         *           "source_id": "meeting-2026-03-02"
         *         }
         *       ],
         *       "artifact_refs": []
         *     }
         */
        readonly "application/json": components["schemas"]["GenerateExperienceRequest"];
      };
    };
    readonly responses: {
      /** @description The Candidate waits for review, or there is none. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": components["schemas"]["GeneratedCandidateResponse"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 409: components["responses"]["TargetConflict"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["GenerationUnavailable"];
    };
  };
  readonly get_experience: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "artifact": {
         *         "family": "experience",
         *         "artifact_id": "exp_9f8e7d6c5b4a39281706f5e4d3c2b1a0",
         *         "revision": 1
         *       }
         *     }
         */
        readonly "application/json": components["schemas"]["GetExperienceRequest"];
      };
    };
    readonly responses: {
      /** @description The Revision. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "artifact": {
           *         "family": "experience",
           *         "artifact_id": "exp_9f8e7d6c5b4a39281706f5e4d3c2b1a0",
           *         "revision": 1
           *       },
           *       "content": {
           *         "situation": "A release was cut while a merge was running.",
           *         "action": "The main branch was frozen first and the tag made after it.",
           *         "outcome": "The tag held what the tests had seen.",
           *         "lesson": "Freeze the branch before a tag is cut."
           *       },
           *       "source_refs": [
           *         {
           *           "name": "content",
           *           "source_id": "meeting-2026-03-02"
           *         }
           *       ],
           *       "artifact_refs": []
           *     }
           */
          readonly "application/json": components["schemas"]["ExperienceArtifact"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 404: components["responses"]["ArtifactNotFound"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
  readonly list_artifact_candidates: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "limit": 20
         *     }
         */
        readonly "application/json": components["schemas"]["ListArtifactCandidatesRequest"];
      };
    };
    readonly responses: {
      /** @description One page. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "candidates": [
           *         {
           *           "candidate_id": "cand_3a4b5c6d7e8f90a1b2c3d4e5f6071829",
           *           "version": 1,
           *           "family": "experience",
           *           "status": "pending",
           *           "proposal": {
           *             "situation": "A release was cut while a merge was running.",
           *             "action": "The main branch was frozen first and the tag made after it.",
           *             "outcome": "The tag held what the tests had seen.",
           *             "lesson": "Freeze the branch before a tag is cut."
           *           },
           *           "source_refs": [
           *             {
           *               "name": "content",
           *               "source_id": "meeting-2026-03-02"
           *             }
           *           ],
           *           "artifact_refs": [],
           *           "target": null,
           *           "reason": null,
           *           "result_artifact": null,
           *           "decision_reason": null
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          readonly "application/json": components["schemas"]["ListArtifactCandidatesResponse"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
  readonly get_artifact_candidate: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "candidate_id": "cand_3a4b5c6d7e8f90a1b2c3d4e5f6071829"
         *     }
         */
        readonly "application/json": components["schemas"]["GetArtifactCandidateRequest"];
      };
    };
    readonly responses: {
      /** @description The Candidate. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "candidate_id": "cand_3a4b5c6d7e8f90a1b2c3d4e5f6071829",
           *       "version": 1,
           *       "family": "experience",
           *       "status": "pending",
           *       "proposal": {
           *         "situation": "A release was cut while a merge was running.",
           *         "action": "The main branch was frozen first and the tag made after it.",
           *         "outcome": "The tag held what the tests had seen.",
           *         "lesson": "Freeze the branch before a tag is cut."
           *       },
           *       "source_refs": [
           *         {
           *           "name": "content",
           *           "source_id": "meeting-2026-03-02"
           *         }
           *       ],
           *       "artifact_refs": [],
           *       "target": null,
           *       "reason": null,
           *       "result_artifact": null,
           *       "decision_reason": null
           *     }
           */
          readonly "application/json": components["schemas"]["ArtifactCandidate"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 404: components["responses"]["CandidateNotFound"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
  readonly approve_artifact_candidate: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "candidate_id": "cand_3a4b5c6d7e8f90a1b2c3d4e5f6071829",
         *       "expected_version": 1
         *     }
         */
        readonly "application/json": components["schemas"]["ApproveArtifactCandidateRequest"];
      };
    };
    readonly responses: {
      /** @description The Candidate, approved. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "candidate_id": "cand_3a4b5c6d7e8f90a1b2c3d4e5f6071829",
           *       "version": 1,
           *       "family": "experience",
           *       "status": "approved",
           *       "proposal": {
           *         "situation": "A release was cut while a merge was running.",
           *         "action": "The main branch was frozen first and the tag made after it.",
           *         "outcome": "The tag held what the tests had seen.",
           *         "lesson": "Freeze the branch before a tag is cut."
           *       },
           *       "source_refs": [
           *         {
           *           "name": "content",
           *           "source_id": "meeting-2026-03-02"
           *         }
           *       ],
           *       "artifact_refs": [],
           *       "target": null,
           *       "reason": null,
           *       "result_artifact": {
           *         "family": "experience",
           *         "artifact_id": "exp_9f8e7d6c5b4a39281706f5e4d3c2b1a0",
           *         "revision": 1
           *       },
           *       "decision_reason": null
           *     }
           */
          readonly "application/json": components["schemas"]["ArtifactCandidate"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 404: components["responses"]["CandidateNotFound"];
      readonly 409: components["responses"]["ReviewConflict"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
  readonly reject_artifact_candidate: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "candidate_id": "cand_3a4b5c6d7e8f90a1b2c3d4e5f6071829",
         *       "expected_version": 1,
         *       "reason": "The lesson holds for this one repository only."
         *     }
         */
        readonly "application/json": components["schemas"]["RejectArtifactCandidateRequest"];
      };
    };
    readonly responses: {
      /** @description The Candidate, rejected. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "candidate_id": "cand_3a4b5c6d7e8f90a1b2c3d4e5f6071829",
           *       "version": 1,
           *       "family": "experience",
           *       "status": "rejected",
           *       "proposal": {
           *         "situation": "A release was cut while a merge was running.",
           *         "action": "The main branch was frozen first and the tag made after it.",
           *         "outcome": "The tag held what the tests had seen.",
           *         "lesson": "Freeze the branch before a tag is cut."
           *       },
           *       "source_refs": [
           *         {
           *           "name": "content",
           *           "source_id": "meeting-2026-03-02"
           *         }
           *       ],
           *       "artifact_refs": [],
           *       "target": null,
           *       "reason": null,
           *       "result_artifact": null,
           *       "decision_reason": "The lesson holds for this one repository only."
           *     }
           */
          readonly "application/json": components["schemas"]["ArtifactCandidate"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 404: components["responses"]["CandidateNotFound"];
      readonly 409: components["responses"]["DecisionConflict"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
  readonly revise_artifact_candidate: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "candidate_id": "cand_3a4b5c6d7e8f90a1b2c3d4e5f6071829",
         *       "expected_version": 1,
         *       "proposal": {
         *         "situation": "A release was cut while a merge was running.",
         *         "action": "The main branch was frozen first and the tag made after it.",
         *         "outcome": "The tag held what the tests had seen.",
         *         "lesson": "Freeze the branch, wait for running merges, then cut the tag."
         *       },
         *       "source_refs": [
         *         {
         *           "name": "content",
         *           "source_id": "meeting-2026-03-02"
         *         }
         *       ],
         *       "artifact_refs": [],
         *       "reason": "The merge queue has to be empty too."
         *     }
         */
        readonly "application/json": components["schemas"]["ReviseArtifactCandidateRequest"];
      };
    };
    readonly responses: {
      /** @description The Candidate at its new version. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "candidate_id": "cand_3a4b5c6d7e8f90a1b2c3d4e5f6071829",
           *       "version": 2,
           *       "family": "experience",
           *       "status": "pending",
           *       "proposal": {
           *         "situation": "A release was cut while a merge was running.",
           *         "action": "The main branch was frozen first and the tag made after it.",
           *         "outcome": "The tag held what the tests had seen.",
           *         "lesson": "Freeze the branch, wait for running merges, then cut the tag."
           *       },
           *       "source_refs": [
           *         {
           *           "name": "content",
           *           "source_id": "meeting-2026-03-02"
           *         }
           *       ],
           *       "artifact_refs": [],
           *       "target": null,
           *       "reason": "The merge queue has to be empty too.",
           *       "result_artifact": null,
           *       "decision_reason": null
           *     }
           */
          readonly "application/json": components["schemas"]["ArtifactCandidate"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 404: components["responses"]["CandidateNotFound"];
      readonly 409: components["responses"]["ReviewConflict"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
  readonly prepare_context: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description An id the caller chooses for this request. One of another form is replaced by a generated one. */
        readonly "X-PowerContext-Request-ID"?: components["parameters"]["RequestId"];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope_id": "git:example.org/shop/checkout",
         *       "query": "Which day do we release on?",
         *       "max_bytes": 4000
         *     }
         */
        readonly "application/json": components["schemas"]["PrepareContextRequest"];
      };
    };
    readonly responses: {
      /** @description A Context Pack, or the statement that nothing fits. */
      readonly 200: {
        headers: {
          readonly "X-PowerContext-Request-ID": components["headers"]["RequestId"];
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": components["schemas"]["PreparedContext"];
        };
      };
      readonly 401: components["responses"]["Unauthorized"];
      readonly 403: components["responses"]["Forbidden"];
      readonly 422: components["responses"]["InvalidRequest"];
      readonly 429: components["responses"]["TooManyRequests"];
      readonly 500: components["responses"]["InternalError"];
      readonly 503: components["responses"]["Unavailable"];
    };
  };
}
