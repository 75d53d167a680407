import type { Json } from "./contract.js";

/** Calls an operation and holds its answer against the contract. */
export type CheckedCall = (
  operationId: string,
  body: Json,
) => Promise<{ readonly status: number; readonly code?: string; readonly body: Json }>;

export const proposal = { situation: "s", action: "a", outcome: "o", lesson: "l" };
export const evidence = { source_refs: [{ name: "content", source_id: "s-1" }], artifact_refs: [] };
/** What decides or changes a Candidate, with the fields that only it takes. */
const REVIEWS: readonly (readonly [string, Json])[] = [
  ["approve_artifact_candidate", {}],
  ["reject_artifact_candidate", { reason: "r" }],
  ["revise_artifact_candidate", { proposal, ...evidence }],
];

/** The life of an Experience and every refusal on its way. */
export async function reviewAnExperience(call: CheckedCall): Promise<void> {
  const scope = { scope_id: "live/review" };
  await call("capture_content_source", { ...scope, source_id: "s-1", content: "c" });
  const propose = (more: Json = {}) => call("propose_experience", { ...scope, proposal, ...evidence, ...more });
  const proposed = await propose({ reason: "r", target: null });
  expect(proposed.status).toBe(201);
  const at = (version: number, of = proposed): Json => ({
    ...scope,
    candidate_id: of.body["candidate_id"],
    expected_version: version,
  });
  const named = { ...scope, candidate_id: proposed.body["candidate_id"] };
  const again = { proposal, ...evidence };
  const revised = await call("revise_artifact_candidate", { ...at(1), ...again });
  for (const [id, more] of REVIEWS) {
    expect((await call(id, { ...at(1), ...more })).code).toBe("candidate_conflict");
  }
  const listed = await call("list_artifact_candidates", { ...scope, cursor: null, family: null });
  const approved = await call("approve_artifact_candidate", at(2));
  const artifact = approved.body["result_artifact"] as Json;
  const read = await call("get_experience", { ...scope, artifact });
  const got = await call("get_artifact_candidate", named);
  expect([revised, listed, approved, read, got].map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(listed.body).toEqual({ candidates: [revised.body], next_cursor: null });
  expect(read.body).toEqual({ artifact, content: proposal, ...evidence });
  expect(got.body).toEqual(approved.body);
  for (const [id, more] of REVIEWS) {
    expect((await call(id, { ...at(2), ...more })).code).toBe("candidate_terminal");
  }
  const grown = { target: artifact, artifact_refs: [artifact] };
  const [left, right] = [await propose(grown), await propose(grown)];
  await call("approve_artifact_candidate", at(1, left));
  const moved = [
    await call("approve_artifact_candidate", at(1, right)),
    await call("revise_artifact_candidate", { ...at(1, right), ...again, ...grown }),
    await propose(grown),
  ];
  expect(moved.map(({ code }) => code)).toEqual(Array(3).fill("artifact_conflict"));
  const rejected = await call("reject_artifact_candidate", { ...at(1, right), reason: "r" });
  expect(rejected.body["decision_reason"]).toBe("r");
  const elsewhere = { scope_id: "live/nothing-here" };
  for (const [id, more] of [...REVIEWS, ["get_artifact_candidate", {}]] as const) {
    const body = id === "get_artifact_candidate" ? named : { ...at(1), ...more };
    expect((await call(id, { ...body, ...elsewhere })).code).toBe("candidate_not_found");
  }
  const missing = await call("get_experience", { ...elsewhere, artifact });
  expect(missing.code).toBe("artifact_not_found");
}
