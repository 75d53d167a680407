/**
 * Why the server cannot start, for the person who starts it. Printed as one line without a stack, so `message` names
 * what is wrong and `hint` what to do about it. Neither carries the value of a setting or any stored content.
 */
export class StartError extends Error {
  override readonly name = "StartError";

  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}
