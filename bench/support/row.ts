/** One line of the table. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the value is a multiple of, in words, and how often it is that. */
  readonly ratio?: { readonly of: string; readonly value: number };
  /** What the ratio must reach or, without one, the value. */
  readonly target?: Target;
}

export interface Target {
  readonly at: "most" | "least";
  readonly value: number;
}

export const atMost = (value: number): Target => ({ at: "most", value });
export const atLeast = (value: number): Target => ({ at: "least", value });

/** Undefined for a row without a target. */
export function isReached(row: Row): boolean | undefined {
  if (row.target === undefined) return undefined;
  const measured = row.ratio?.value ?? row.value;
  return row.target.at === "most" ? measured <= row.target.value : measured >= row.target.value;
}
