import type { Answer } from "./app.js";

/** The whole body of a refusal, without its message, which is for people. */
export function refusalOf(answer: Pick<Answer, "status" | "body">): unknown {
  const { error } = answer.body as {
    readonly error: { readonly code: string; readonly message: string; readonly details: unknown };
  };
  return { status: answer.status, code: error.code, details: error.details };
}

export function invalid(field: string, problem: string): unknown {
  return { status: 422, code: "invalid_request", details: { errors: [{ field, problem }] } };
}
