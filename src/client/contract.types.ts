/**
 * What the client can say about a value, written by scripts/client-contract.mjs from the contract. Every object is closed and
 * all its fields are required, as in every answer. `min` and `max` are both inclusive: code points of a string, items of
 * an array, the value of a number.
 */
export type Schema =
  | { readonly kind: "object"; readonly fields: Readonly<Record<string, Schema>> }
  | { readonly kind: "map"; readonly values: Schema }
  | ({ readonly kind: "array"; readonly items: Schema; readonly unique?: boolean } & Bounds)
  | ({ readonly kind: "string"; readonly pattern?: RegExp } & Bounds)
  | ({ readonly kind: "integer" } & Bounds)
  | ({ readonly kind: "number" } & Bounds)
  | { readonly kind: "nullable"; readonly value: Schema }
  | { readonly kind: "values"; readonly values: readonly string[] }
  | { readonly kind: "boolean" }
  | { readonly kind: "anything" };

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

export interface Operation {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** The statuses that carry a value, each with its schema. */
  readonly answers: Readonly<Record<number, Schema>>;
}
