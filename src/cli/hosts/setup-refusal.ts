import { CommandError } from "../failure.js";

/** Setup or uninstall cannot go on, and the file that is named is as it was. The message says what to do. */
export class SetupRefusal extends CommandError {
  constructor(message: string) {
    super("setup_refused", message);
  }
}
