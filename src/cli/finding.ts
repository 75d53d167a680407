/** What `powercontext doctor` says about one thing it looked at. */
export interface Finding {
  /** A few words, the same in every run. */
  readonly name: string;
  readonly status: "ok" | "warning" | "failed";
  /** One sentence for a person, without tokens and stored texts. */
  readonly detail: string;
  /** What to do about it. */
  readonly fix?: string;
}
