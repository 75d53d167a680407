import { Inject, Injectable, Optional } from "@nestjs/common";

import { DerivedTables } from "../kernel/derived-tables.port.js";
import type { EmbeddingProfile } from "../kernel/embedding-model.port.js";
import { StorageError } from "../kernel/storage-error.js";
import { UnitOfWork, type Tx } from "../kernel/unit-of-work.port.js";
import type { SpaceRef } from "./domain/vector.types.js";
import { VectorIndex } from "./ports/vector-index.port.js";
import { VectorSpaces, type RecordedSpace } from "./ports/vector-spaces.port.js";

/** Opens and renews the one vector space of a deployment. */
@Injectable()
export class SpaceOpener {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly spaces: VectorSpaces,
    private readonly index: VectorIndex,
    @Optional() @Inject(DerivedTables) private readonly tables: DerivedTables | undefined,
  ) {}

  /**
   * Settles the deployment's profile if it has none yet, and makes the table.
   *
   * @returns undefined when the deployment's profile is another.
   * @throws StartError, StorageError
   */
  async open(profile: EmbeddingProfile): Promise<SpaceRef | undefined> {
    const recorded = await this.settled(profile);
    if (!isSame(recorded.profile, profile)) return undefined;
    await this.tables?.ensure(this.index.table(profile.dimension));
    return { generation: recorded.generation, dimension: profile.dimension };
  }

  /** Whether the deployment's vectors are of this profile. */
  async isSettledOn(profile: EmbeddingProfile): Promise<boolean> {
    const recorded = await this.spaces.current(this.unitOfWork.reader);
    return recorded !== undefined && isSame(recorded.profile, profile);
  }

  /**
   * Begins the next generation with this profile and without a vector. What an interruption leaves behind is found missing by
   * the next search.
   *
   * @param alongside what must change with it, in the same unit
   */
  async renew(profile: EmbeddingProfile, alongside: (tx: Tx) => Promise<void>): Promise<void> {
    await this.tables?.ensure(this.index.table(profile.dimension));
    await this.tables?.empty(this.index.tablePrefix);
    await this.unitOfWork.run(async (tx) => {
      await this.spaces.replace(tx, profile);
      await alongside(tx);
    });
  }

  private async settled(profile: EmbeddingProfile): Promise<RecordedSpace> {
    const { reader } = this.unitOfWork;
    const recorded = await this.spaces.current(reader);
    if (recorded !== undefined) return recorded;
    try {
      await this.unitOfWork.run((tx) => this.spaces.settle(tx, profile));
    } catch (error) {
      // Another server was first.
      if (!(error instanceof StorageError) || error.kind !== "duplicate_key") throw error;
    }
    const found = await this.spaces.current(reader);
    if (found === undefined) throw new Error("the vector space that was just recorded is not there");
    return found;
  }
}

function isSame(left: EmbeddingProfile, right: EmbeddingProfile): boolean {
  return (
    left.profileId === right.profileId &&
    left.model === right.model &&
    left.dimension === right.dimension &&
    left.normalization === right.normalization
  );
}
