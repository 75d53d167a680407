import { PowerContextError } from "../../src/client/index.js";

/** The error of a call that is expected to fail. */
export async function failureOf(call: Promise<unknown>): Promise<PowerContextError> {
  const failure: unknown = await call.then(
    () => new Error("the call succeeded"),
    (error: unknown) => error,
  );
  if (failure instanceof PowerContextError) return failure;
  throw failure;
}
