import { access, constants, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { missing } from "./config-file.js";
import { SetupRefusal } from "./setup-refusal.js";

/**
 * Sees that files can be made and replaced in each of these folders, or in what is to hold it. Writes nothing.
 *
 * @throws SetupRefusal for the first in which they cannot.
 */
export async function refuseUnwritable(folders: Iterable<string>): Promise<void> {
  for (const folder of new Set(folders)) {
    const existing = await nearest(folder);
    if (!(await stat(existing)).isDirectory()) {
      throw new SetupRefusal(`Cannot write ${folder}: ${existing} is a file; move it away.`);
    }
    try {
      await access(existing, constants.W_OK | constants.X_OK);
    } catch {
      throw new SetupRefusal(
        `Cannot write ${existing}: new files are put there before they are renamed, so you need the permission to write the folder. Nothing is changed.`,
      );
    }
  }
}

async function nearest(folder: string): Promise<string> {
  const there = await stat(folder).catch(missing);
  return there === undefined && dirname(folder) !== folder ? nearest(dirname(folder)) : folder;
}
