import { asScopeId } from "../../../src/kernel/ids.js";
import { commitmentOf, genesisHash, revisionHash } from "../../../src/memory/domain/hash-chain.policy.js";
import { checkChain } from "./chain.check.js";
import type { StoredChain, StoredChange } from "./ledger.js";

const SALT = Buffer.alloc(16, 7);

function added(entryId: string, text: string): StoredChange {
  const content = { kind: "fact", text, sourceRefs: [], artifactRefs: [] };
  return {
    ...{ op: "add", entryId, from: null, to: `${entryId}.1`, reason: null, salt: SALT.toString("hex") },
    commitment: commitmentOf(SALT, content, undefined).toString("hex"),
    content: { kind: "fact", text, source_refs: [], artifact_refs: [] },
  };
}

/** Two Revisions as the server chains them. */
function chain() {
  let hash = genesisHash(asScopeId("s"));
  const revisions = [[added("a", "one")], [added("b", "two"), added("c", "three")]].map((changes, index) => {
    const revision = { revision: index + 1, origin: "flush", createdAt: 1_000 + index };
    const chained = changes.map((change) => ({ ...change, op: "add" as const, commitment: bytes(change.commitment) }));
    hash = revisionHash(hash, { ...revision, changes: chained });
    return { ...revision, hash: hash.toString("hex"), changes };
  });
  return { scopeId: "s", headHash: hash.toString("hex"), revisions };
}

const bytes = (hex: string): Buffer => Buffer.from(hex, "hex");

type Chain = ReturnType<typeof chain>;

describe("the check of a hash chain", () => {
  it("finds nothing wrong with what the server has chained, in whatever order changes are read", () => {
    const stored: StoredChain = chain();
    expect(checkChain(stored)).toMatchObject({ faults: [], checks: 6 });
    const revisions = stored.revisions.map((one) => ({ ...one, changes: one.changes.toReversed() }));
    expect(checkChain({ ...stored, revisions }).faults).toEqual([]);
    expect(checkChain({ ...stored, scopeId: "t" }).faults).toContain("the chain is broken at Revision 1");
  });

  it.each<readonly [string, (chain: Chain) => unknown, readonly string[]]>([
    [
      "a text that was changed",
      ({ revisions }) => (revisions[0]!.changes[0] = { ...added("a", "one"), content: { text: "1" } }),
      ["a commitment of Revision 1 is not of its content"],
    ],
    [
      "a text that was changed together with its commitment",
      ({ revisions }) => (revisions[1]!.changes[0] = added("b", "2")),
      ["the chain is broken at Revision 2", "the head is not the end of the chain"],
    ],
    [
      "a Revision that was taken out",
      ({ revisions }) => revisions.shift(),
      ["the chain is broken at Revision 2", "the head is not the end of the chain"],
    ],
    ["a Revision that was cut off", ({ revisions }) => revisions.pop(), ["the head is not the end of the chain"]],
    [
      "a time that was changed",
      ({ revisions }) => (revisions[1] = { ...revisions[1]!, createdAt: 5 }),
      ["the chain is broken at Revision 2", "the head is not the end of the chain"],
    ],
  ])("sees %s", (_what, alter, faults) => {
    const violated = chain();
    alter(violated);
    expect(checkChain(violated).faults).toEqual(faults);
  });
});
