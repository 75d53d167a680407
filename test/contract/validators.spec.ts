import "reflect-metadata";

import { validateSync } from "class-validator";
import fc from "fast-check";

import { DomainError } from "../../src/kernel/domain-error.js";
import { validatorFor } from "../../src/platform/http/contract/openapi-document.js";
import { admitRequest } from "../../src/platform/http/contract.pipe.js";
import { contractSchemaOf } from "../../src/platform/http/dto/contract-schema.decorator.js";
import { hasOwnRules } from "../../src/platform/http/dto/own-rule.decorator.js";
import { componentOf, contract, operations } from "../support/contract.js";
import { citation, memory_ref, NAMES, REQUESTS, VALID, version, type Request } from "../support/contract-requests.js";
import { arbitraryOf } from "../support/schema-arbitrary.js";

/** The fields that the gate finds wrong when this field of a valid body has this value. */
function refused(request: Request, field: string, value: unknown): readonly string[] {
  return refusedFields(request, { ...VALID[request], [field]: value });
}

function refusedFields(request: Request, body: unknown): readonly string[] {
  try {
    admitRequest<object>(REQUESTS[request], body);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return (error.details?.["errors"] as { field: string }[]).map(({ field }) => field);
  }
}

describe("class-validator behind the schema", () => {
  it("has a class for every request of the contract", () => {
    const named = operations.flatMap(({ request }) => (request === undefined ? [] : [componentOf(request)]));
    expect(NAMES.map((name) => contractSchemaOf(REQUESTS[name])).sort()).toEqual([...new Set(named)].sort());
    expect(NAMES.map((name) => contractSchemaOf(REQUESTS[name]))).toEqual(NAMES);
  });

  it.each(NAMES)(
    "refuses in %s, of all the schema accepts, only texts and kinds too long as they are stored",
    (component) => {
      const accepts = validatorFor(component);
      let accepted = 0;
      fc.assert(
        fc.property(arbitraryOf(contract.components.schemas[component]!), (body) => {
          if (!accepts(body)) return;
          accepted += 1;
          const problems = validateSync(Object.assign(new REQUESTS[component](), body), { forbidUnknownValues: false });
          expect(problems.map(({ property }) => property)).toEqual(tooLongAsStored(body as Record<string, unknown>));
        }),
        { numRuns: 300 },
      );
      expect(accepted).toBeGreaterThan(50);
    },
  );

  it("is asked where it may refuse something: in requests with a text, a kind or metadata", () => {
    const withOwnRules = NAMES.filter((name) => hasOwnRules(REQUESTS[name]));
    const fieldsOf = (name: (typeof NAMES)[number]): readonly string[] =>
      Object.keys(contract.components.schemas[name]?.["properties"] ?? {});
    const named = NAMES.filter((name) => fieldsOf(name).some((field) => ["text", "kind", "metadata"].includes(field)));
    expect(withOwnRules).toEqual(named);
    expect(withOwnRules).toContain("RememberMemoryRequest");
    expect(withOwnRules).not.toContain("PrepareContextRequest");
  });

  it("takes the smallest body of every request", () => {
    expect(NAMES.map((name) => refusedFields(name, VALID[name]))).toEqual(NAMES.map(() => []));
  });
});

/** What the two domain rules must find, said in another way than the rules are. */
function tooLongAsStored(body: Readonly<Record<string, unknown>>): readonly string[] {
  const stored = (field: string): string =>
    typeof body[field] === "string" ? body[field].normalize("NFC").trim() : "";
  return [
    ...("kind" in body && Array.from(stored("kind")).length > 128 ? ["kind"] : []),
    ...("text" in body && new TextEncoder().encode(stored("text")).length > 8192 ? ["text"] : []),
  ];
}

const MAX = Number.MAX_SAFE_INTEGER;
const sources = (count: number) => Array<unknown>(count).fill({ name: "content", source_id: "s" });
const times = (character: string, count: number): string => character.repeat(count);

describe("limits", () => {
  it.each<[Request, string, unknown, unknown]>([
    ["CaptureContentSourceRequest", "scope_id", times("𠮷", 256), times("𠮷", 257)],
    ["CaptureContentSourceRequest", "source_id", times("😀", 256), times("😀", 257)],
    ["CaptureContentSourceRequest", "content", times("😀", 200_000), times("😀", 200_001)],
    ["RememberMemoryRequest", "kind", times("𠮷", 128), times("𠮷", 129)],
    ["RememberMemoryRequest", "reason", times("😀", 512), times("😀", 513)],
    ["RememberMemoryRequest", "expected_revision", 1, 0],
    ["RememberMemoryRequest", "expected_revision", MAX, MAX + 1],
    ["ReviseMemoryEntryRequest", "kind", times("é", 128), times("é", 129)],
    ["ReviseMemoryEntryRequest", "reason", times("a", 512), times("a", 513)],
    ["RetireMemoryEntryRequest", "reason", times("\ufe0f", 512), times("\ufe0f", 513)],
    ["SearchMemoryRequest", "query", times("漢", 8192), times("漢", 8193)],
    ["SearchMemoryRequest", "query", times("😀", 8192), times("😀", 8193)],
    ["SearchMemoryRequest", "limit", 1, 0],
    ["SearchMemoryRequest", "limit", 50, 51],
    ["SearchMemoryRequest", "mode", "hybrid", "semantic"],
    ["ListMemoryEntriesRequest", "include_inactive", true, 1],
    ["ListMemoryChangesRequest", "since_revision", 0, -1],
    ["ListMemoryChangesRequest", "since_revision", MAX, MAX + 1],
    ["ProposeExperienceRequest", "reason", times("😀", 2000), times("😀", 2001)],
    ["ProposeExperienceRequest", "source_refs", sources(32), sources(33)],
    ["GenerateExperienceRequest", "reason", times("😀", 2000), times("😀", 2001)],
    ["GenerateExperienceRequest", "source_refs", sources(32), sources(33)],
    ["GenerateExperienceRequest", "artifact_refs", Array(32).fill(memory_ref), Array(33).fill(memory_ref)],
    ["ReviseArtifactCandidateRequest", "artifact_refs", Array(32).fill(memory_ref), Array(33).fill(memory_ref)],
    ["ReviseArtifactCandidateRequest", "expected_version", MAX, 0],
    ["RejectArtifactCandidateRequest", "reason", times("漢", 2000), times("漢", 2001)],
    ["ApproveArtifactCandidateRequest", "expected_version", 1, 0],
    ["GetArtifactCandidateRequest", "candidate_id", times("!", 128), times("!", 129)],
    ["ListArtifactCandidatesRequest", "cursor", times("c", 128), times("c", 129)],
    ["ListArtifactCandidatesRequest", "cursor", "c", ""],
    ["ListArtifactCandidatesRequest", "limit", 1, 0],
    ["ListArtifactCandidatesRequest", "limit", 100, 101],
    ["ListArtifactCandidatesRequest", "status", "rejected", "all"],
    ["ListArtifactCandidatesRequest", "family", "skill", "memory"],
    ["PrepareContextRequest", "query", times("漢", 8192), times("漢", 8193)],
    ["PrepareContextRequest", "max_bytes", 512, 511],
    ["PrepareContextRequest", "max_bytes", 32_768, 32_769],
  ])("%s.%s is accepted at its edge and refused one beyond", (request, field, edge, beyond) => {
    expect(refused(request, field, edge)).toEqual([]);
    expect(refused(request, field, beyond)).toEqual([field]);
  });

  it.each<[string, unknown, unknown, string]>([
    [
      "revision",
      { memory_ref: { ...memory_ref, revision: MAX } },
      { memory_ref: { ...memory_ref, revision: 0 } },
      "citation.memory_ref.revision",
    ],
    [
      "family",
      { memory_ref: { ...memory_ref, family: "~" } },
      { memory_ref: { ...memory_ref, family: "é" } },
      "citation.memory_ref.family",
    ],
    ["entry_id", { entry_id: times("!", 128) }, { entry_id: times("!", 129) }, "citation.entry_id"],
    ["entry_version_id", { entry_version_id: "a" }, { entry_version_id: "a\n" }, "citation.entry_version_id"],
  ])("the %s of a citation is accepted at its edge and refused one beyond", (_field, edge, beyond, path) => {
    for (const request of ["GetMemoryEntryRequest", "ReviseMemoryEntryRequest", "RetireMemoryEntryRequest"] as const) {
      expect(refused(request, "citation", { ...citation, ...(edge as object) })).toEqual([]);
      expect(refused(request, "citation", { ...citation, ...(beyond as object) })).toEqual([path]);
    }
  });

  it.each(["situation", "action", "outcome", "lesson"])("the %s of a proposal is 1 to 8000 characters", (field) => {
    for (const request of ["ProposeExperienceRequest", "ReviseArtifactCandidateRequest"] as const) {
      const within = (text: unknown) => refused(request, "proposal", { ...version.proposal, [field]: text });
      expect(within(times("😀", 8000))).toEqual([]);
      for (const bad of [times("😀", 8001), "", " \n", null, 1]) expect(within(bad)).toEqual([`proposal.${field}`]);
    }
  });

  it("a proposal has four fields and no other: one with the shape of a skill is refused", () => {
    const skill = { name: "release", description: "d", instructions: "i" };
    expect(refused("ProposeExperienceRequest", "proposal", skill)).not.toEqual([]);
    expect(refused("ProposeExperienceRequest", "proposal", { ...version.proposal, kind: "k" })).toEqual([
      "proposal.kind",
    ]);
  });

  it.each<[string, string, string]>([
    ["ASCII", times("a", 8192), times("a", 8193)],
    ["Chinese", times("漢", 2730) + "ab", times("漢", 2730) + "abc"],
    ["emoji", times("😀", 2048), times("😀", 2048) + "a"],
    ["letters that NFC makes shorter", times("e\u0301", 4096), times("e\u0301", 4097)],
    ["letters that NFC makes longer", times("\u0958", 1365), times("\u0958", 1366)],
    ["text amid white space", ` \n${times("a", 8192)}\t\u3000`, ` \n${times("a", 8193)}\t`],
  ])("a text is 8192 bytes of UTF-8 as it is stored: %s", (_what, edge, beyond) => {
    for (const request of ["RememberMemoryRequest", "ReviseMemoryEntryRequest"] as const) {
      expect(refused(request, "text", edge)).toEqual([]);
      expect(refused(request, "text", beyond)).toEqual(["text"]);
    }
  });

  it("a kind is 128 characters as it is stored too", () => {
    expect(refused("RememberMemoryRequest", "kind", times("\ufb2c", 42))).toEqual([]); // three characters each in NFC
    expect(refused("RememberMemoryRequest", "kind", times("\ufb2c", 43))).toEqual(["kind"]);
  });
});

const BLANKABLE: readonly (readonly [Request, string])[] = [
  ["CaptureContentSourceRequest", "scope_id"],
  ["CaptureContentSourceRequest", "source_id"],
  ["CaptureContentSourceRequest", "content"],
  ["RememberMemoryRequest", "kind"],
  ["RememberMemoryRequest", "text"],
  ["SearchMemoryRequest", "query"],
  ["ProposeExperienceRequest", "reason"],
  ["GenerateExperienceRequest", "reason"],
  ["ReviseArtifactCandidateRequest", "reason"],
  ["RejectArtifactCandidateRequest", "reason"],
  ["PrepareContextRequest", "query"],
];

describe("blank, null and absent", () => {
  it.each(BLANKABLE)("%s.%s needs one character that is not white space", (request, field) => {
    for (const blank of ["", " ", "\t\r\n", "\u00a0\u3000", "\ufeff", "\u2028"])
      expect(refused(request, field, blank)).toEqual([field]);
    for (const shown of [" x ", "\u200b", "\u0000", "。"]) expect(refused(request, field, shown)).toEqual([]);
  });

  it.each<[Request, string]>([
    ["CaptureContentSourceRequest", "metadata"],
    ["RememberMemoryRequest", "reason"],
    ["RememberMemoryRequest", "expected_revision"],
    ["ReviseMemoryEntryRequest", "reason"],
    ["RetireMemoryEntryRequest", "reason"],
    ["ListMemoryChangesRequest", "since_revision"],
    ["GenerateExperienceRequest", "target"],
    ["GenerateExperienceRequest", "reason"],
    ["ProposeExperienceRequest", "target"],
    ["ProposeExperienceRequest", "reason"],
    ["ReviseArtifactCandidateRequest", "target"],
    ["ReviseArtifactCandidateRequest", "reason"],
    ["ListArtifactCandidatesRequest", "family"],
    ["ListArtifactCandidatesRequest", "cursor"],
  ])("%s.%s may be null", (request, field) => {
    expect(refused(request, field, null)).toEqual([]);
  });

  it.each<[Request, string]>([
    ["SearchMemoryRequest", "limit"],
    ["SearchMemoryRequest", "mode"],
    ["ListMemoryEntriesRequest", "include_inactive"],
    ["ListArtifactCandidatesRequest", "status"],
    ["ListArtifactCandidatesRequest", "limit"],
    ["PrepareContextRequest", "max_bytes"],
  ])("%s.%s may be absent but not null", (request, field) => {
    expect(refusedFields(request, VALID[request])).toEqual([]);
    expect(refused(request, field, null)).toEqual([field]);
  });

  it("names every required field that is missing", () => {
    for (const request of NAMES) {
      for (const field of Object.keys(VALID[request])) {
        const rest = Object.fromEntries(Object.entries(VALID[request]).filter(([name]) => name !== field));
        expect(refusedFields(request, rest)).toEqual([field]);
      }
    }
  });

  it("converts nothing: text, fractions, booleans and lists are no integers and no objects", () => {
    for (const value of ["5", 1.5, true, [5]])
      expect(refused("SearchMemoryRequest", "limit", value)).toEqual(["limit"]);
    for (const value of [[citation], "x", 1])
      expect(refused("GetMemoryEntryRequest", "citation", value)).toEqual(["citation"]);
    for (const value of [[], "x", 1])
      expect(refused("CaptureContentSourceRequest", "metadata", value)).toEqual(["metadata"]);
    expect(refused("CaptureContentSourceRequest", "metadata", { any: [{ thing: null }] })).toEqual([]);
  });
});
