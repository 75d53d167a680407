import type { SourceReference } from "../../kernel/references.js";
import { readProposal } from "./generated-proposal.policy.js";
import type { DistilledProposal, IncubatedProposal } from "./generation.types.js";

/** Sources in one window of the schedule. */
export const SOURCES_IN_WINDOW = 32;
/** What one window may propose: more is a summary and not a selection. */
const MOST_PROPOSALS = 8;

/** Whether a Source reports how a task ended. @param metadata its JSON text */
export function isTaskOutcome(metadata: string | undefined): boolean {
  if (metadata === undefined) return false;
  const { kind } = JSON.parse(metadata) as { readonly kind?: unknown };
  return kind === "task-outcome";
}

export interface ReadProposals {
  readonly kept: readonly IncubatedProposal[];
  /** Proposals that no caller could have made, that rest on no Source of the window, or that are too many. */
  readonly dropped: number;
  readonly redactions: number;
}

/** Judges proposals by themselves. @param shown what the model was shown, by number */
export function readProposals(
  distilled: readonly DistilledProposal[],
  shown: ReadonlyMap<number, SourceReference>,
): ReadProposals {
  const read = distilled.slice(0, MOST_PROPOSALS).map(({ sources, ...answered }) => ({
    ...readProposal(answered),
    sourceRefs: [...new Set(sources)].flatMap((number) => shown.get(number) ?? []),
  }));
  const kept = read.flatMap(({ proposal, sourceRefs }) =>
    proposal === undefined || sourceRefs.length === 0 ? [] : [{ proposal, sourceRefs }],
  );
  return {
    kept,
    dropped: distilled.length - kept.length,
    redactions: read.reduce((sum, { redactions }) => sum + redactions, 0),
  };
}
