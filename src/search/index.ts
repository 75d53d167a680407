export { rankedDocuments } from "./adapters/ranked-documents.js";
export { ANALYZER_VERSION } from "./domain/analyzer.policy.js";
export { collectionOf } from "./domain/collection.policy.js";
export { postingsOf } from "./domain/postings.policy.js";
export type { WeightedTerm } from "./domain/search.types.js";
export { TermIndex, type CollectionRef, type Posting } from "./ports/term-index.port.js";
export { SearchModule } from "./search.module.js";
