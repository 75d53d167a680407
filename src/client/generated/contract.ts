// Generated from openapi/powercontext.yaml by `npm run api:generate`. Change that file instead of this one.

import type { Operation, Schema } from "../contract.types.js";
import type { operations } from "./openapi.js";

const LivenessResponse: Schema = { kind: "object", fields: { status: { kind: "values", values: ["ok"] } } };
const CheckState: Schema = {
  kind: "values",
  values: ["ready", "unavailable", "timeout", "misconfigured", "not_ready"],
};
const ReadinessResponse: Schema = {
  kind: "object",
  fields: {
    status: { kind: "values", values: ["ready", "degraded", "not_ready"] },
    checks: { kind: "map", values: CheckState },
  },
};
const CapabilitiesResponse: Schema = {
  kind: "object",
  fields: {
    source_types: { kind: "array", items: { kind: "values", values: ["content"] } },
    artifact_families: { kind: "array", items: { kind: "values", values: ["memory", "experience"] } },
    memory_extraction: { kind: "boolean" },
    experience_generation: { kind: "boolean" },
    managed_skill_generation: { kind: "boolean" },
    external_skill_registry: { kind: "boolean" },
    handoff_generation: { kind: "boolean" },
    search_modes: { kind: "array", items: { kind: "values", values: ["auto", "fts", "vector", "hybrid"] } },
    context_versions: {
      kind: "array",
      min: 1,
      max: 1,
      items: { kind: "values", values: ["powercontext.prepared-context.v1"] },
    },
  },
};
const SourceReference: Schema = {
  kind: "object",
  fields: { name: { kind: "string", min: 1 }, source_id: { kind: "string", min: 1, max: 256 } },
};
const CaptureContentSourceResponse: Schema = {
  kind: "object",
  fields: {
    status: { kind: "values", values: ["accepted"] },
    source: SourceReference,
    position: { kind: "integer", min: 1, max: 9007199254740991 },
  },
};
const Ident: Schema = { kind: "string", min: 1, max: 128, pattern: /^[\x21-\x7E]+$/u };
const Revision: Schema = { kind: "integer", min: 1, max: 9007199254740991 };
const ArtifactReference: Schema = { kind: "object", fields: { family: Ident, artifact_id: Ident, revision: Revision } };
const FlushMemoryResponse: Schema = {
  kind: "object",
  fields: {
    status: { kind: "values", values: ["idle", "processed"] },
    previous_cursor: { kind: "integer", min: 0, max: 9007199254740991 },
    current_cursor: { kind: "integer", min: 0, max: 9007199254740991 },
    high_watermark: { kind: "integer", min: 0, max: 9007199254740991 },
    processed_source_count: { kind: "integer", min: 0, max: 9007199254740991 },
    memory: { kind: "nullable", value: ArtifactReference },
  },
};
const MemoryCitation: Schema = {
  kind: "object",
  fields: { memory_ref: ArtifactReference, entry_id: Ident, entry_version_id: Ident },
};
const Kind: Schema = { kind: "string", min: 1, max: 128, pattern: /\S/u };
const EntryText: Schema = { kind: "string", min: 1, pattern: /\S/u };
const EntryState: Schema = { kind: "values", values: ["active", "inactive"] };
const MemoryEntry: Schema = {
  kind: "object",
  fields: {
    citation: MemoryCitation,
    version: { kind: "integer", min: 1, max: 9007199254740991 },
    kind: Kind,
    text: EntryText,
    state: EntryState,
    source_refs: { kind: "array", unique: true, items: SourceReference },
    artifact_refs: { kind: "array", unique: true, items: ArtifactReference },
  },
};
const RememberMemoryResponse: Schema = {
  kind: "object",
  fields: { memory: ArtifactReference, entry: { kind: "nullable", value: MemoryEntry } },
};
const SearchMode: Schema = { kind: "values", values: ["fts", "vector", "hybrid"] };
const MatchedBy: Schema = { kind: "values", values: ["fts", "vector"] };
const MemoryHit: Schema = {
  kind: "object",
  fields: {
    citation: MemoryCitation,
    text: EntryText,
    score: { kind: "number", min: 0, max: 1 },
    matched_by: { kind: "array", min: 1, unique: true, items: MatchedBy },
  },
};
const SearchMemoryResponse: Schema = {
  kind: "object",
  fields: {
    memory: { kind: "nullable", value: ArtifactReference },
    mode: { kind: "nullable", value: SearchMode },
    hits: { kind: "array", items: MemoryHit },
  },
};
const ListMemoryEntriesResponse: Schema = {
  kind: "object",
  fields: { memory: { kind: "nullable", value: ArtifactReference }, entries: { kind: "array", items: MemoryEntry } },
};
const MemoryMutationResponse: Schema = { kind: "object", fields: { memory: ArtifactReference, entry: MemoryEntry } };
const EntryChange: Schema = {
  kind: "object",
  fields: {
    op: { kind: "values", values: ["add", "revise", "deactivate", "reactivate"] },
    entry_id: Ident,
    from_entry_version_id: { kind: "nullable", value: Ident },
    to_entry_version_id: { kind: "nullable", value: Ident },
    reason: { kind: "nullable", value: { kind: "string" } },
  },
};
const MemoryRevisionChanges: Schema = {
  kind: "object",
  fields: { memory_ref: ArtifactReference, changes: { kind: "array", items: EntryChange } },
};
const ListMemoryChangesResponse: Schema = {
  kind: "object",
  fields: {
    memory: { kind: "nullable", value: ArtifactReference },
    revisions: { kind: "array", items: MemoryRevisionChanges },
  },
};
const CandidateVersion: Schema = { kind: "integer", min: 1, max: 9007199254740991 };
const CandidateFamily: Schema = { kind: "values", values: ["experience", "skill"] };
const CandidateStatus: Schema = { kind: "values", values: ["pending", "approved", "rejected"] };
const ExperienceProposal: Schema = {
  kind: "object",
  fields: {
    situation: { kind: "string", min: 1, max: 8000, pattern: /\S/u },
    action: { kind: "string", min: 1, max: 8000, pattern: /\S/u },
    outcome: { kind: "string", min: 1, max: 8000, pattern: /\S/u },
    lesson: { kind: "string", min: 1, max: 8000, pattern: /\S/u },
  },
};
const ArtifactCandidate: Schema = {
  kind: "object",
  fields: {
    candidate_id: Ident,
    version: CandidateVersion,
    family: CandidateFamily,
    status: CandidateStatus,
    proposal: ExperienceProposal,
    source_refs: { kind: "array", items: SourceReference },
    artifact_refs: { kind: "array", items: ArtifactReference },
    target: { kind: "nullable", value: ArtifactReference },
    reason: { kind: "nullable", value: { kind: "string" } },
    result_artifact: { kind: "nullable", value: ArtifactReference },
    decision_reason: { kind: "nullable", value: { kind: "string" } },
  },
};
const GeneratedCandidateResponse: Schema = {
  kind: "object",
  fields: {
    status: { kind: "values", values: ["pending", "no_op"] },
    candidate: { kind: "nullable", value: ArtifactCandidate },
  },
};
const ExperienceArtifact: Schema = {
  kind: "object",
  fields: {
    artifact: ArtifactReference,
    content: ExperienceProposal,
    source_refs: { kind: "array", items: SourceReference },
    artifact_refs: { kind: "array", items: ArtifactReference },
  },
};
const ListArtifactCandidatesResponse: Schema = {
  kind: "object",
  fields: {
    candidates: { kind: "array", items: ArtifactCandidate },
    next_cursor: { kind: "nullable", value: { kind: "string" } },
  },
};
const PreparedContext: Schema = {
  kind: "object",
  fields: {
    schema: { kind: "values", values: ["powercontext.prepared-context.v1"] },
    status: { kind: "values", values: ["ready", "empty"] },
    content: { kind: "nullable", value: { kind: "string" } },
    content_bytes: { kind: "integer", min: 0, max: 9007199254740991 },
  },
};
const ErrorCode: Schema = { kind: "string", min: 1 };
const ErrorBody: Schema = {
  kind: "object",
  fields: {
    code: ErrorCode,
    message: { kind: "string" },
    details: { kind: "nullable", value: { kind: "map", values: { kind: "anything" } } },
  },
};
const ErrorResponse: Schema = { kind: "object", fields: { error: ErrorBody } };
export const OPERATIONS: Readonly<Record<keyof operations, Operation>> = {
  get_liveness: { method: "GET", path: "/health/live", answers: { 200: LivenessResponse } },
  get_readiness: { method: "GET", path: "/health/ready", answers: { 200: ReadinessResponse, 503: ReadinessResponse } },
  get_capabilities: { method: "GET", path: "/v1/capabilities", answers: { 200: CapabilitiesResponse } },
  capture_content_source: {
    method: "POST",
    path: "/v1/sources/content",
    answers: { 202: CaptureContentSourceResponse },
  },
  flush_memory: { method: "POST", path: "/v1/memory/flush", answers: { 200: FlushMemoryResponse } },
  remember_memory: { method: "POST", path: "/v1/memory/remember", answers: { 200: RememberMemoryResponse } },
  search_memory: { method: "POST", path: "/v1/memory/search", answers: { 200: SearchMemoryResponse } },
  list_memory_entries: { method: "POST", path: "/v1/memory/entries/list", answers: { 200: ListMemoryEntriesResponse } },
  get_memory_entry: { method: "POST", path: "/v1/memory/entries/get", answers: { 200: MemoryEntry } },
  revise_memory_entry: { method: "POST", path: "/v1/memory/entries/revise", answers: { 200: MemoryMutationResponse } },
  retire_memory_entry: { method: "POST", path: "/v1/memory/entries/retire", answers: { 200: MemoryMutationResponse } },
  list_memory_changes: { method: "POST", path: "/v1/memory/changes", answers: { 200: ListMemoryChangesResponse } },
  propose_experience: { method: "POST", path: "/v1/experience/propose", answers: { 201: ArtifactCandidate } },
  generate_experience: {
    method: "POST",
    path: "/v1/experience/generate",
    answers: { 200: GeneratedCandidateResponse },
  },
  get_experience: { method: "POST", path: "/v1/experience/get", answers: { 200: ExperienceArtifact } },
  list_artifact_candidates: {
    method: "POST",
    path: "/v1/artifact-candidates/list",
    answers: { 200: ListArtifactCandidatesResponse },
  },
  get_artifact_candidate: { method: "POST", path: "/v1/artifact-candidates/get", answers: { 200: ArtifactCandidate } },
  approve_artifact_candidate: {
    method: "POST",
    path: "/v1/artifact-candidates/approve",
    answers: { 200: ArtifactCandidate },
  },
  reject_artifact_candidate: {
    method: "POST",
    path: "/v1/artifact-candidates/reject",
    answers: { 200: ArtifactCandidate },
  },
  revise_artifact_candidate: {
    method: "POST",
    path: "/v1/artifact-candidates/revise",
    answers: { 200: ArtifactCandidate },
  },
  prepare_context: { method: "POST", path: "/v1/context/prepare", answers: { 200: PreparedContext } },
};
export const REFUSAL = ErrorResponse;
