import { setTimeout as pause } from "node:timers/promises";

const DEADLINE_MS = 10_000;
const POLL_MS = 5;

/** Resolves when the condition holds; asks again and again until the deadline. */
export async function until(condition: () => boolean | Promise<boolean>, deadlineMs = DEADLINE_MS): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`the condition did not come true in ${String(deadlineMs)} ms`);
    await pause(POLL_MS);
  }
}
