import type { ExperienceProposal } from "./experience.types.js";

/** What an Experience is found by: the four authored fields alone, so that no label or reference is ever a match. */
export function searchableText({ situation, action, outcome, lesson }: ExperienceProposal): string {
  return [situation, action, outcome, lesson].join("\n");
}
