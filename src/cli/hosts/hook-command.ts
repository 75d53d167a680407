/** The hook's file in a plugin folder. */
export const HOOK_FILE = "hooks/powercontext-hook.mjs";

const WORD = "'[^']*'(?:\\\\''[^']*')*";
const VARIABLES = new RegExp(`^(?:[A-Z_]+=${WORD} )*`);

/**
 * One line for a POSIX shell, and for fish, that runs a program: every word in single quotes, so that spaces, quotes and `$`
 * in paths mean themselves. A name in front of the program is a variable for it alone.
 */
export function shellCommand(words: readonly string[], variables: Readonly<Record<string, string>> = {}): string {
  return [...Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`), ...words.map(quoted)].join(
    " ",
  );
}

/** The words of a command that `shellCommand` wrote, without its variables; undefined for any other command. */
export function wordsOf(command: string): readonly string[] | undefined {
  const word = new RegExp(WORD, "y");
  const words: string[] = [];
  let rest = command.replace(VARIABLES, "");
  while (rest !== "") {
    word.lastIndex = 0;
    const found = word.exec(rest)?.[0];
    if (found === undefined) return undefined;
    words.push(unquoted(found));
    rest = rest.slice(found.length);
    if (rest !== "" && !rest.startsWith(" ")) return undefined;
    rest = rest.slice(1);
  }
  return words;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function unquoted(word: string): string {
  return word.slice(1, -1).replaceAll("'\\''", "'");
}
