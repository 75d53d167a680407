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

/**
 * Whether a command, or any text, names this path or one below it, however the shell's quotes and the home folder are written.
 *
 * @param home what `~` and `$HOME` stand for.
 */
export function namesPath(text: string, path: string, home: string): boolean {
  const bare = (part: string): string => part.replace(/['"\\]/g, "");
  const spelled = bare(text);
  const named = (spelling: string): boolean =>
    spelled.split(spelling).some((rest, index) => index > 0 && !/^[\w.-]/.test(rest));
  const inHome = path.startsWith(`${home}/`) ? bare(path.slice(home.length)) : undefined;
  const spellings = inHome === undefined ? [] : ["~", "$HOME", "${HOME}"].map((name) => name + inHome);
  return [bare(path), ...spellings].some(named);
}

/** The names of the variables in front of a command that `shellCommand` wrote. */
export function variablesOf(command: string): readonly string[] {
  const [front = ""] = VARIABLES.exec(command) ?? [];
  return [...front.matchAll(new RegExp(`([A-Z_]+)=${WORD} `, "g"))].map(([, name = ""]) => name);
}

/** The names of the variables that any command sets for what it runs. */
export function assignedNames(command: string): readonly string[] {
  return [...command.matchAll(/(?<![^\s;&|(])([A-Za-z_]\w*)=/g)].map(([, name = ""]) => name);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function unquoted(word: string): string {
  return word.slice(1, -1).replaceAll("'\\''", "'");
}
