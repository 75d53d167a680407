import { PrepareContextRequest } from "../../src/context/http/prepare-context.dto.js";
import { GetExperienceRequest } from "../../src/experience/http/experience-artifact.dto.js";
import { GenerateExperienceRequest } from "../../src/experience/http/generate-experience.dto.js";
import { ListArtifactCandidatesRequest } from "../../src/experience/http/list-artifact-candidates.dto.js";
import { ProposeExperienceRequest } from "../../src/experience/http/propose-experience.dto.js";
import {
  ApproveArtifactCandidateRequest,
  GetArtifactCandidateRequest,
  RejectArtifactCandidateRequest,
  ReviseArtifactCandidateRequest,
} from "../../src/experience/http/review-candidate.dto.js";
import { FlushMemoryRequest } from "../../src/memory/http/flush-memory.dto.js";
import { GetMemoryEntryRequest } from "../../src/memory/http/get-memory-entry.dto.js";
import { ListMemoryChangesRequest } from "../../src/memory/http/list-memory-changes.dto.js";
import { ListMemoryEntriesRequest } from "../../src/memory/http/list-memory-entries.dto.js";
import { RememberMemoryRequest } from "../../src/memory/http/remember-memory.dto.js";
import { RetireMemoryEntryRequest } from "../../src/memory/http/retire-memory-entry.dto.js";
import { ReviseMemoryEntryRequest } from "../../src/memory/http/revise-memory-entry.dto.js";
import { SearchMemoryRequest } from "../../src/memory/http/search-memory.dto.js";
import { CaptureContentSourceRequest } from "../../src/source/http/capture-content-source.dto.js";

/** The class of every request, by its name in the contract. */
export const REQUESTS = {
  CaptureContentSourceRequest,
  RememberMemoryRequest,
  SearchMemoryRequest,
  ListMemoryEntriesRequest,
  FlushMemoryRequest,
  GetMemoryEntryRequest,
  ReviseMemoryEntryRequest,
  RetireMemoryEntryRequest,
  ListMemoryChangesRequest,
  ProposeExperienceRequest,
  GenerateExperienceRequest,
  GetExperienceRequest,
  ListArtifactCandidatesRequest,
  GetArtifactCandidateRequest,
  ApproveArtifactCandidateRequest,
  RejectArtifactCandidateRequest,
  ReviseArtifactCandidateRequest,
  PrepareContextRequest,
} as const;
export type Request = keyof typeof REQUESTS;
export const NAMES = Object.keys(REQUESTS) as Request[];

const scope_id = "team/a";
export const memory_ref = { family: "memory", artifact_id: "memory", revision: 1 };
export const citation = { memory_ref, entry_id: "mem_ent_1", entry_version_id: "mem_ver_1" };
const named = { scope_id, candidate_id: "cand_1" };
export const version = {
  proposal: { situation: "s", action: "a", outcome: "o", lesson: "l" },
  source_refs: [{ name: "content", source_id: "s" }],
  artifact_refs: [],
};
const evidence = { source_refs: version.source_refs, artifact_refs: version.artifact_refs };
/** The smallest body of each request. */
export const VALID: Readonly<Record<Request, Readonly<Record<string, unknown>>>> = {
  CaptureContentSourceRequest: { scope_id, source_id: "s", content: "c" },
  RememberMemoryRequest: { scope_id, kind: "fact", text: "t" },
  SearchMemoryRequest: { scope_id, query: "q" },
  ListMemoryEntriesRequest: { scope_id },
  FlushMemoryRequest: { scope_id },
  GetMemoryEntryRequest: { scope_id, citation },
  ReviseMemoryEntryRequest: { scope_id, citation, kind: "fact", text: "t" },
  RetireMemoryEntryRequest: { scope_id, citation },
  ListMemoryChangesRequest: { scope_id },
  ProposeExperienceRequest: { scope_id, ...version },
  GenerateExperienceRequest: { scope_id, ...evidence },
  GetExperienceRequest: { scope_id, artifact: { family: "experience", artifact_id: "exp_1", revision: 1 } },
  ListArtifactCandidatesRequest: { scope_id },
  GetArtifactCandidateRequest: named,
  ApproveArtifactCandidateRequest: { ...named, expected_version: 1 },
  RejectArtifactCandidateRequest: { ...named, expected_version: 1, reason: "r" },
  ReviseArtifactCandidateRequest: { ...named, expected_version: 1, ...version },
  PrepareContextRequest: { scope_id, query: "q" },
};
