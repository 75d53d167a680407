import { canonicalJson, sha256 } from "../../kernel/canonical-json.js";
import { invalidRequest } from "../../kernel/domain-error.js";
import type { ListCandidatesQuery } from "./candidate.types.js";

const DOMAIN = "powercontext:candidate-cursor:v1\0";
const NUMBER_BYTES = 8;
const SEAL_BYTES = 16;

/** What a page belongs to: its cursor is of use nowhere else. */
type Listing = Pick<ListCandidatesQuery, "scopeId" | "status" | "family">;

/** The cursor that continues a listing after a Candidate: 32 characters, opaque to callers. */
export function cursorAfter(listing: Listing, candidateNo: number): string {
  const number = Buffer.alloc(NUMBER_BYTES);
  number.writeBigUInt64BE(BigInt(candidateNo));
  return Buffer.concat([number, seal(listing, number)]).toString("base64url");
}

/**
 * The number after which a page begins; 0 without a cursor.
 *
 * @throws DomainError invalid_request for a cursor of another scope, status or family, and for one we never gave out.
 */
export function positionOf(listing: Listing & Pick<ListCandidatesQuery, "cursor">): number {
  if (listing.cursor === undefined) return 0;
  const bytes = Buffer.from(listing.cursor, "base64url");
  if (bytes.length === NUMBER_BYTES + SEAL_BYTES) {
    const position = Number(bytes.readBigUInt64BE());
    if (Number.isSafeInteger(position) && cursorAfter(listing, position) === listing.cursor) return position;
  }
  throw invalidRequest([{ field: "cursor", problem: "must be the next_cursor of a page with these same filters" }]);
}

function seal({ scopeId, status, family }: Listing, number: Buffer): Buffer {
  return sha256(DOMAIN, number, canonicalJson([scopeId, status, family ?? null])).subarray(0, SEAL_BYTES);
}
