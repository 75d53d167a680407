import { redact, REDACTED } from "../../kernel/redaction.js";
import { codePointLength, isBlank } from "../../kernel/unicode.js";
import type { ExperienceProposal } from "./experience.types.js";

const MAX_FIELD = 8_000;
const FIELDS = ["situation", "action", "outcome", "lesson"] as const;

export interface ReadProposal {
  /** Undefined when it is not what a caller could have proposed, or nothing of a field is left. */
  readonly proposal: ExperienceProposal | undefined;
  readonly redactions: number;
}

/** Holds what a model answered against the rules of propose_experience, without its secrets. */
export function readProposal(answered: ExperienceProposal): ReadProposal {
  if (!FIELDS.every((field) => isProposable(answered[field]))) return { proposal: undefined, redactions: 0 };
  const { situation, action, outcome, lesson } = {
    situation: redact(answered.situation),
    action: redact(answered.action),
    outcome: redact(answered.outcome),
    lesson: redact(answered.lesson),
  };
  const read = [situation, action, outcome, lesson];
  const redactions = read.reduce((sum, { count }) => sum + count, 0);
  // Redaction can lengthen a text, and can leave nothing of it.
  const isWhole = read.every(({ text }) => isProposable(text) && !isBlank(text.replaceAll(REDACTED, "")));
  const proposal = { situation: situation.text, action: action.text, outcome: outcome.text, lesson: lesson.text };
  return { proposal: isWhole ? proposal : undefined, redactions };
}

function isProposable(text: string): boolean {
  return text.isWellFormed() && !isBlank(text) && codePointLength(text) <= MAX_FIELD;
}
