import type { RuntimeState } from "../platform/runtime-state.js";

/** What one part of the application adds to the capabilities of the whole. */
export interface Offer {
  readonly sourceTypes?: readonly "content"[];
  readonly artifactFamilies?: readonly ("memory" | "experience")[];
  readonly searchModes?: readonly ("auto" | "fts" | "vector" | "hybrid")[];
}

/** What the application was really put together from. Offers nothing while its runtime is absent or stopping. */
export class Assembly {
  constructor(
    private readonly runtime: RuntimeState,
    private readonly offers: readonly Offer[],
  ) {}

  get sourceTypes(): readonly "content"[] {
    return this.present.flatMap((offer) => offer.sourceTypes ?? []);
  }

  get artifactFamilies(): readonly ("memory" | "experience")[] {
    return this.present.flatMap((offer) => offer.artifactFamilies ?? []);
  }

  get searchModes(): readonly ("auto" | "fts" | "vector" | "hybrid")[] {
    return this.present.flatMap((offer) => offer.searchModes ?? []);
  }

  private get present(): readonly Offer[] {
    return this.runtime.isReady ? this.offers : [];
  }
}
