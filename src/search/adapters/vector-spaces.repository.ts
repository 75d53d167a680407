import type { EmbeddingProfile } from "../../kernel/embedding-model.port.js";
import type { DbSession, SqlValue, Tx } from "../../kernel/unit-of-work.port.js";
import { VectorSpaces, type RecordedSpace } from "../ports/vector-spaces.port.js";

const CURRENT = {
  name: "vector-space.current",
  sql: "SELECT generation, profile_id, model, dimension, normalization FROM vector_profile WHERE slot = 1",
};
const SETTLE = {
  name: "vector-space.settle",
  sql: `INSERT INTO vector_profile (slot, generation, profile_id, model, dimension, normalization)
        VALUES (1, 1, ?, ?, ?, ?)`,
};
const REPLACE = {
  name: "vector-space.replace",
  sql: `UPDATE vector_profile SET generation = generation + 1, profile_id = ?, model = ?, dimension = ?, normalization = ?
        WHERE slot = 1`,
};

interface SpaceRow {
  readonly generation: number;
  readonly profile_id: string;
  readonly model: string;
  readonly dimension: number;
  readonly normalization: EmbeddingProfile["normalization"];
}

/** The vector_profile table. The same statements on both databases. */
export class SqlVectorSpaces extends VectorSpaces {
  async current(session: DbSession): Promise<RecordedSpace | undefined> {
    const [row] = await session.query<SpaceRow>(CURRENT, []);
    if (row === undefined) return undefined;
    const { generation, profile_id: profileId, model, dimension, normalization } = row;
    return { generation, profile: { profileId, model, dimension, normalization } };
  }

  async settle(tx: Tx, profile: EmbeddingProfile): Promise<void> {
    await tx.execute(SETTLE, valuesOf(profile));
  }

  async replace(tx: Tx, profile: EmbeddingProfile): Promise<void> {
    if ((await tx.execute(REPLACE, valuesOf(profile))) === 0) await this.settle(tx, profile);
  }
}

function valuesOf({ profileId, model, dimension, normalization }: EmbeddingProfile): readonly SqlValue[] {
  return [profileId, model, dimension, normalization];
}
