import { Inject, Injectable, Optional } from "@nestjs/common";

import { EmbeddingModel, type EmbeddingProfile } from "../kernel/embedding-model.port.js";
import { StartError } from "../kernel/start-error.js";
import { SpaceOpener } from "../search/index.js";
import { MemoryHeads } from "./ports/memory-heads.port.js";

/**
 * Begins the deployment's vectors anew with the configured profile. Servers of the earlier profile go on with full text; those
 * of the new one fill the vectors when they start.
 */
@Injectable()
export class ReindexService {
  constructor(
    private readonly heads: MemoryHeads,
    private readonly opener: SpaceOpener,
    @Optional() @Inject(EmbeddingModel) private readonly model: EmbeddingModel | undefined,
  ) {}

  /** @param force also where the profile is the deployment's already. @throws StartError without an embedding model */
  async reindex({ force }: { readonly force: boolean }): Promise<Reindexing> {
    if (this.model === undefined) throw noModel();
    const { profile } = this.model;
    if (!force && (await this.opener.isSettledOn(profile))) return { kind: "unchanged", profile };
    await this.opener.renew(profile, (tx) => this.heads.expectAllVectors(tx));
    return { kind: "begun", profile };
  }
}

/**
 * - `begun`      the profile is the deployment's now, and no entry has a vector
 * - `unchanged`  it had been before; nothing was done
 */
export interface Reindexing {
  readonly kind: "begun" | "unchanged";
  readonly profile: EmbeddingProfile;
}

function noModel(): StartError {
  return new StartError(
    "There is no embedding model to make vectors with.",
    "Set POWERCONTEXT_SERVER_INFERENCE_EMBEDDING_MODEL and the two settings beside it.",
  );
}
