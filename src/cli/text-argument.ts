import { isUtf8 } from "node:buffer";
import { buffer } from "node:stream/consumers";

import { UsageError } from "./failure.js";

/**
 * A text given as argument, or read from standard input when it is `-`. One final line break of standard input is dropped:
 * it belongs to the shell, not to the text.
 *
 * @throws UsageError when standard input is not UTF-8.
 */
export async function textArgument(argument: string): Promise<string> {
  if (argument !== "-") return argument;
  const bytes = await buffer(process.stdin);
  if (!isUtf8(bytes)) throw new UsageError("Standard input is not UTF-8. Convert it, for example with iconv.");
  return bytes.toString("utf8").replace(/\r?\n$/u, "");
}
