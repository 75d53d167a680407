/** The answer of a server, or undefined when it went away before it had given all of it: what became of the call is unknown. */
export async function unlessGone<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    // Not by class: fetch has another TypeError than a test has.
    if ((error as { readonly name?: unknown }).name === "TypeError") return undefined;
    throw error;
  }
}
