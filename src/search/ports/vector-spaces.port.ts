import type { EmbeddingProfile } from "../../kernel/embedding-model.port.js";
import type { DbSession, Tx } from "../../kernel/unit-of-work.port.js";

/** The vector space that a deployment has settled on. */
export interface RecordedSpace {
  readonly generation: number;
  readonly profile: EmbeddingProfile;
}

/** The record of the deployment's one vector space. Proven by test/conformance/vector-index.conformance.ts. */
export abstract class VectorSpaces {
  /** Undefined until some server with an embedding model has started. */
  abstract current(session: DbSession): Promise<RecordedSpace | undefined>;
  /** Records the first space. @throws StorageError duplicate_key when another server was first */
  abstract settle(tx: Tx, profile: EmbeddingProfile): Promise<void>;
  /** Begins the next generation with this profile. */
  abstract replace(tx: Tx, profile: EmbeddingProfile): Promise<void>;
}
