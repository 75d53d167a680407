import { getLoadablePath } from "sqlite-vec";

import { StartError } from "../../kernel/start-error.js";

/** The loadable library with the distance functions, for this machine. @throws StartError where there is none */
export function vectorLibrary(): string {
  try {
    return getLoadablePath();
  } catch {
    throw new StartError(
      "The vector library of SQLite is not installed for this machine.",
      "Install the optional dependencies of the package, or unset POWERCONTEXT_SERVER_INFERENCE_EMBEDDING_MODEL.",
    );
  }
}
