import type { Statement } from "../../kernel/unit-of-work.port.js";

export interface ObservedStatement {
  readonly statement: Statement;
  readonly parameters: number;
  /** Rows handed to JavaScript. */
  readonly rows: number;
}

/** Sees every statement that ran, without its values. Tests read plans and counts from it. */
export type StatementObserver = (observed: ObservedStatement) => void;
