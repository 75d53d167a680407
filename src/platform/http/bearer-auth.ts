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

  /** @throws DomainError `unauthorized` */
  check(authorization: string | undefined): void {
    if (!this.config.enabled || this.accepts(authorization)) return;
    throw new DomainError("unauthorized", "A valid bearer token is required.");
  }

  private accepts(authorization: string | undefined): boolean {
    const token = BEARER.exec(authorization ?? "")?.[1];
    if (token === undefined) return false;
    const digest = sha256(token);
    return this.digests.map((known) => timingSafeEqual(known, digest)).includes(true);
  }
}
