import type { IndexState } from "../../kernel/index-state.js";
import { ANALYZER_VERSION } from "./analyzer.policy.js";

/** Of a head under which nothing was indexed before. */
export const FIRST_BUILD: IndexState = { version: ANALYZER_VERSION, build: 1, lastBuild: 1 };

/** Whether the postings that a head names may be read: another analyzer would look for other terms. */
export function isIndexLive({ index }: { readonly index: Pick<IndexState, "version"> }): boolean {
  return index.version === ANALYZER_VERSION;
}
