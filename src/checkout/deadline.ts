/** The end of the turn's budget. Counts from the start of the process: that too is time the user waits for. */
export interface Deadline {
  /** Milliseconds, 0 when the budget is spent. */
  remaining(): number;
}

export function deadlineAt(budgetMs: number): Deadline {
  return { remaining: () => Math.max(0, budgetMs - performance.now()) };
}
