/** A piece of text and what stands in its place afterwards. */
export interface Splice {
  readonly before: string;
  readonly after: string;
}

/** A config text with our entry in it. */
export interface Edit {
  /** The whole text. */
  readonly text: string;
  /** What was put in, when there was no entry. Undoing it gives the user's bytes back. */
  readonly splice?: Splice;
  /** Values that were exchanged in an entry of ours that was there. */
  readonly exchanged: readonly Splice[];
  /** The user has an entry of their own that does the same, on that line. The text is as it was. */
  readonly keptLine?: number;
}

/** A piece of a config in which a path could stand. */
export interface ConfigText {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/**
 * One entry of ours in a config file of a host. Texts are without byte order mark; an empty text is a file that is missing or
 * empty. Outside our entry no byte changes.
 */
export interface ConfigEntry {
  readonly what: string;
  readonly file: string;
  /** @throws SetupRefusal when the text cannot be read, or the user has an own entry in our place. */
  install(text: string): Edit;
  /**
   * The text without our entry; the same text when it has none.
   *
   * @param splice what `install` put in, if that is still known.
   * @throws SetupRefusal when the text cannot be read.
   */
  remove(text: string, splice: Splice | undefined): string;
  /** What the user has put into our entry, by name: it goes with the entry. */
  additions(text: string): readonly string[];
  /** All texts in the config, comments left out. */
  texts(text: string): readonly ConfigText[];
}

/** Puts a splice back where it first stands; whoever asks checks that it was ours. */
export function undone(text: string, splice: Splice | undefined): string | undefined {
  const at = splice === undefined ? -1 : text.indexOf(splice.after);
  if (splice === undefined || at < 0) return undefined;
  return text.slice(0, at) + splice.before + text.slice(at + splice.after.length);
}

/** How lines end in a text: as its first one does. */
export function lineEnd(text: string): "\r\n" | "\n" {
  return /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
}
