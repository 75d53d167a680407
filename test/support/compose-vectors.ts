import { EntryVectors } from "../../src/memory/entry-vectors.js";
import { VectorFillJob } from "../../src/memory/vector-fill.job.js";
import { VectorSearch } from "../../src/memory/vector-search.js";
import { VectorSpace } from "../../src/search/index.js";
import type { OpenAdapters } from "../conformance/harness.js";

export interface VectorParts {
  readonly fill: VectorFillJob;
  readonly entryVectors: EntryVectors;
  readonly search: VectorSearch;
}

/** The collaborators of Memory that know vectors, wired as the module wires them; by default those of a server without. */
export function vectorsOver(adapters: OpenAdapters, space = VectorSpace.none()): VectorParts {
  const { unitOfWork, heads, entries, terms, memoryVectors } = adapters;
  const fill = new VectorFillJob(unitOfWork, heads, entries, memoryVectors, space);
  return {
    fill,
    entryVectors: new EntryVectors(space, fill),
    search: new VectorSearch(space, terms, memoryVectors, fill),
  };
}
