import { ReviewModel, type ModelCandidate, type Success } from "./review-model.js";

/** One order of the calls in which the model gives every answer that was given. */
export type Explanation =
  { readonly kind: "explained"; readonly model: ReviewModel } | { readonly kind: "unexplained"; readonly why: string };

/**
 * Looks for an order of the successful calls that explains them. Which call must come before which follows from the answers:
 * versions of one Candidate follow each other, a Revision of an Experience follows the one before it, whatever names a
 * Revision as its target came while that was the head, and a call that was answered before another one began came before it.
 * Nothing else matters to the model, so any order that keeps these will do, and without one there is none.
 */
export function explain(successes: readonly Success[]): Explanation {
  const order = inOrder(successes, rulesOf(successes));
  if (order === undefined) return { kind: "unexplained", why: "what came first contradicts itself" };
  const model = new ReviewModel();
  for (const success of order) {
    const answer = model.apply(success);
    if (JSON.stringify(answer) !== JSON.stringify(inModelsOrder(success.answer))) {
      const why = `${success.kind} answered ${JSON.stringify(success.answer)}, the model ${JSON.stringify(answer)}`;
      return { kind: "unexplained", why };
    }
  }
  return { kind: "explained", model };
}

type Before = (one: Success, other: Success) => boolean;

function rulesOf(successes: readonly Success[]): Before {
  const approvals = new Map(
    successes.flatMap((one) => (one.answer.result === undefined ? [] : [[one.answer.result, one]])),
  );
  const nextOf = (target: string) => {
    const [id, number] = target.split("@");
    return approvals.get(`${String(id)}@${String(Number(number) + 1)}`);
  };
  return (one, other) => {
    if (one === other) return false;
    if (one.answered < other.called) return true;
    if (one.answer.id === other.answer.id) return stepOf(one) < stepOf(other);
    if (needsHead(other) && other.answer.target !== undefined && approvals.get(other.answer.target) === one)
      return true;
    return needsHead(one) && one.answer.target !== undefined && nextOf(one.answer.target) === other;
  };
}

/** The place of a call in the life of its Candidate: a decision comes after the version that it decides on. */
const stepOf = ({ kind, answer }: Success): number =>
  kind === "propose" || kind === "revise" ? answer.version : answer.version + 0.5;

/** Whether the call is refused unless its target is the head. */
const needsHead = ({ kind }: Success): boolean => kind !== "reject";

/** Undefined when the rules make a circle. */
function inOrder(successes: readonly Success[], before: Before): readonly Success[] | undefined {
  const left = new Set(successes);
  const order: Success[] = [];
  while (left.size > 0) {
    const first = [...left].find((one) => ![...left].some((other) => before(other, one)));
    if (first === undefined) return undefined;
    left.delete(first);
    order.push(first);
  }
  return order;
}

function inModelsOrder({ id, version, status, says, target, result }: ModelCandidate): ModelCandidate {
  return { id, version, status, says, target, result };
}
