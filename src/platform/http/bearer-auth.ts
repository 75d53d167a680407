import { timingSafeEqual } from "node:crypto";

import { sha256 } from "../../kernel/canonical-json.js";
import { DomainError } from "../../kernel/domain-error.js";
import type { AuthConfig } from "../config/auth.config.js";

const BEARER = /^bearer +([\x21-\x7E]+) *$/i;

/** Knows the digests of the accepted tokens, so that a comparison takes as long for a near miss as for a far one. */
export class BearerAuth {
  private readonly digests: readonly Buffer[];

  constructor(private readonly config: AuthConfig) {
    this.digests = config.tokens.map((token) => sha256(token));
  }

  /** @returns the place of the token among the accepted ones; undefined when none is asked for. @throws DomainError `unauthorized` */
  check(authorization: string | undefined): number | undefined {
    if (!this.config.enabled) return undefined;
    const place = this.placeOf(authorization);
    if (place >= 0) return place;
    throw new DomainError("unauthorized", "A valid bearer token is required.");
  }

  private placeOf(authorization: string | undefined): number {
    const token = BEARER.exec(authorization ?? "")?.[1];
    if (token === undefined) return -1;
    const digest = sha256(token);
    return this.digests.map((known) => timingSafeEqual(known, digest)).indexOf(true);
  }
}
