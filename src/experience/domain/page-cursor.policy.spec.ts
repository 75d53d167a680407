import fc from "fast-check";

import { asScopeId } from "../../kernel/ids.js";
import type { ListCandidatesQuery } from "./candidate.types.js";
import { cursorAfter, positionOf } from "./page-cursor.policy.js";

const listing = { scopeId: asScopeId("team"), status: "pending", family: undefined } as const;

function isTaken(of: Pick<ListCandidatesQuery, "scopeId" | "status" | "family">, cursor: string): boolean {
  try {
    positionOf({ ...of, cursor });
    return true;
  } catch (error) {
    expect(error).toMatchObject({
      code: "invalid_request",
      details: { errors: [{ field: "cursor", problem: "must be the next_cursor of a page with these same filters" }] },
    });
    return false;
  }
}

describe("the cursor of the inbox", () => {
  it("gives back the number it was made of, in at most 128 characters", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (number) => {
        const cursor = cursorAfter(listing, number);
        expect(cursor).toMatch(/^[\w-]{32}$/u);
        expect(positionOf({ ...listing, cursor })).toBe(number);
      }),
    );
    expect(positionOf({ ...listing, cursor: undefined })).toBe(0);
  });

  it.each([
    ["scope", { ...listing, scopeId: asScopeId("Team") }],
    ["status", { ...listing, status: "approved" }],
    ["family", { ...listing, family: "experience" }],
  ] as const)("is of no use with another %s", (_part, other) => {
    expect(isTaken(listing, cursorAfter(listing, 7))).toBe(true);
    expect(isTaken(other, cursorAfter(listing, 7))).toBe(false);
  });

  it("is refused when it was made up or changed in any character", () => {
    const cursor = cursorAfter(listing, 7);
    const forged = Array.from(
      cursor,
      (_, at) => cursor.slice(0, at) + (cursor[at] === "A" ? "B" : "A") + cursor.slice(at + 1),
    );
    const strange = ["7", "x".repeat(128), cursor.slice(1), `${cursor}=`, `${cursor} `, ` ${cursor}`, cursor + cursor];
    for (const other of [...forged, ...strange]) expect([other, isTaken(listing, other)]).toEqual([other, false]);
  });
});
