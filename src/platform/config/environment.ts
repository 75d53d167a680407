/** Every server setting is an environment variable that starts with this. */
export const SERVER_PREFIX = "POWERCONTEXT_SERVER_";
/** And every setting of the command line. */
export const CLIENT_PREFIX = "POWERCONTEXT_CLIENT_";

export type Variables = Readonly<Record<string, string | undefined>>;

const TRUE_WORDS = new Set(["1", "true", "yes", "on"]);
const FALSE_WORDS = new Set(["0", "false", "no", "off"]);

/**
 * Reads typed settings and collects every problem, so that one failed start reports all of them. An empty variable
 * counts as unset, because that is what `${NAME:-}` in a compose file produces. A problem names its variable and never
 * repeats its value, which may be a secret.
 */
export class Environment {
  private readonly found: string[] = [];
  private readonly asked = new Set<string>();

  constructor(
    private readonly variables: Variables,
    private readonly prefix: typeof SERVER_PREFIX | typeof CLIENT_PREFIX = SERVER_PREFIX,
  ) {}

  get problems(): readonly string[] {
    return this.found;
  }

  /** Names, without the prefix, of the variables that are set and that nobody has asked for so far. */
  get unread(): readonly string[] {
    return Object.keys(this.variables)
      .filter((name) => name.startsWith(this.prefix))
      .map((name) => name.slice(this.prefix.length))
      .filter((name) => this.isSet(name) && !this.asked.has(name))
      .sort();
  }

  text(name: string): string | undefined {
    this.asked.add(name);
    return this.shared(this.prefix + name);
  }

  /** Without counting as asking: for settings that this version only knows by name. */
  isSet(name: string): boolean {
    return this.shared(this.prefix + name) !== undefined;
  }

  /** A variable outside the prefix, such as HOME. */
  shared(fullName: string): string | undefined {
    const value = this.variables[fullName];
    return value === undefined || value === "" ? undefined : value;
  }

  flag(name: string): boolean | undefined;
  flag(name: string, fallback: boolean): boolean;
  flag(name: string, fallback?: boolean): boolean | undefined {
    const word = this.text(name)?.trim().toLowerCase();
    if (word === undefined) return fallback;
    if (TRUE_WORDS.has(word)) return true;
    if (!FALSE_WORDS.has(word)) this.refuse(name, "must be true or false");
    return false;
  }

  integer(name: string, range: { readonly min: number; readonly max: number; readonly fallback: number }): number {
    const text = this.text(name)?.trim();
    if (text === undefined) return range.fallback;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= range.min && value <= range.max) return value;
    this.refuse(name, `must be an integer from ${String(range.min)} to ${String(range.max)}`);
    return range.fallback;
  }

  /** Seconds, which may have a fraction. */
  seconds(name: string, range: { readonly min: number; readonly max: number; readonly fallback: number }): number;
  seconds(name: string, range: { readonly min: number; readonly max: number }): number | undefined;
  seconds(
    name: string,
    range: { readonly min: number; readonly max: number; readonly fallback?: number },
  ): number | undefined {
    const text = this.text(name)?.trim();
    if (text === undefined) return range.fallback;
    const value = /^\d{1,9}(?:\.\d{1,3})?$/.test(text) ? Number(text) : NaN;
    if (value >= range.min && value <= range.max) return value;
    this.refuse(name, `must be a number of seconds from ${String(range.min)} to ${String(range.max)}`);
    return range.fallback;
  }

  /** One of a few words, in any case. `choices` are lower case. */
  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const word = this.text(name)?.trim().toLowerCase();
    if (word === undefined) return fallback;
    const chosen = choices.find((choice) => choice === word);
    if (chosen === undefined) this.refuse(name, `must be one of ${choices.join(", ")}`);
    return chosen ?? fallback;
  }

  /** The non-blank parts of a comma list, trimmed. */
  list(name: string): readonly string[] {
    return (this.text(name) ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  }

  /** The same problem is reported once, however many settings it concerns. */
  refuse(name: string, problem: string): void {
    this.refuseShared(this.prefix + name, problem);
  }

  /** For a variable outside the prefix. */
  refuseShared(fullName: string, problem: string): void {
    const found = `${fullName} ${problem}`;
    if (!this.found.includes(found)) this.found.push(found);
  }
}
