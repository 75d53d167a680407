import type { RuntimeState } from "../platform/runtime-state.js";
import type { VectorSpace } from "../search/index.js";

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
    private readonly has: { readonly pipeline: boolean; readonly generator: boolean },
    private readonly vectors: VectorSpace | undefined,
  ) {}

  get sourceTypes(): readonly "content"[] {
    return this.present.flatMap((offer) => offer.sourceTypes ?? []);
  }

  get artifactFamilies(): readonly ("memory" | "experience")[] {
    return this.present.flatMap((offer) => offer.artifactFamilies ?? []);
  }

  get searchModes(): readonly ("auto" | "fts" | "vector" | "hybrid")[] {
    const always = this.present.flatMap((offer) => offer.searchModes ?? []);
    return this.runtime.isReady && this.vectors?.isOffered === true ? [...always, "vector", "hybrid"] : always;
  }

  /** Whether there is a pipeline that turns Sources into Memory. */
  get extractsMemory(): boolean {
    return this.runtime.isReady && this.has.pipeline;
  }

  /** Whether there is a model that proposes Experience. */
  get generatesExperience(): boolean {
    return this.runtime.isReady && this.has.generator;
  }

  private get present(): readonly Offer[] {
    return this.runtime.isReady ? this.offers : [];
  }
}
