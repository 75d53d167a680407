import type { Json } from "../support/contract.js";
import { SENTINEL } from "./words.js";

/** Numbers that choose among what earlier answers have named, taken modulo what there is. */
export interface Picks {
  /** A multiple of sixteen keeps the scope that was generated. */
  readonly scope: number;
  readonly item: number;
  /** A multiple of four takes what has been replaced. */
  readonly age: number;
  /** The fields, as bits in the order of the body, whose generated value stays. */
  readonly keep: number;
}

const SCOPES = 12;
/** Then another takes its place: lists and histories stay short. */
const CALLS_A_SCOPE = 400;
const KEPT = 24;

/** The scopes that are written to, and what answers have told about each. */
export class World {
  private readonly scopes: KnownScope[];
  private count = 0;

  constructor(private readonly name: string) {
    this.scopes = Array.from({ length: SCOPES }, () => this.another());
  }

  /** Counts as a call of the scope. */
  scope(pick: number): KnownScope {
    const at = pick % SCOPES;
    const known = this.scopes[at];
    if (known !== undefined && known.calls++ < CALLS_A_SCOPE) return known;
    const another = this.another();
    this.scopes[at] = another;
    return another;
  }

  /** Keeps what the answer to a call has named. */
  learn(scopeId: unknown, answer: unknown): void {
    this.scopes.find(({ id }) => id === scopeId)?.learn(answer);
  }

  private another(): KnownScope {
    return new KnownScope(`${this.name}/${SENTINEL}/${String(this.count++)}`);
  }
}

/** What can be named in one scope. */
export class KnownScope {
  calls = 0;
  readonly citations: Json[] = [];
  readonly sources: string[] = [];
  readonly candidates = new Map<string, Json>();
  readonly artifacts: Json[] = [];
  readonly cursors: string[] = [];
  readonly texts: string[] = [];
  private readonly versions = new Map<string, unknown>();
  private head: Json | undefined;

  constructor(readonly id: string) {}

  get revision(): number {
    return (this.head?.["revision"] as number | undefined) ?? 0;
  }

  get memory(): Json | undefined {
    return this.head;
  }

  /** Of a known entry: at the head, or as it was read once. */
  citation({ item, age }: Picks): Json | undefined {
    const known = pickOf(this.citations, item);
    if (known === undefined || age % 4 === 0) return known;
    return { ...known, memory_ref: this.head, entry_version_id: this.versions.get(known["entry_id"] as string) };
  }

  candidate({ item }: Picks): Json | undefined {
    return pickOf([...this.candidates.values()], item);
  }

  /** An approved Revision, the newest of its Experience or an older one. */
  artifact({ item, age }: Picks): Json | undefined {
    const known = pickOf(this.artifacts, item);
    const same = this.artifacts.filter((one) => one["artifact_id"] === known?.["artifact_id"]);
    return age % 4 === 0 ? known : same.at(-1);
  }

  learn(answer: unknown): void {
    if (typeof answer !== "object" || answer === null) return;
    const told = answer as Json;
    this.learnMemory(told);
    this.learnReview(told);
    if (typeof told["position"] === "number") keep(this.sources, (told["source"] as Json)["source_id"] as string);
  }

  private learnMemory(told: Json): void {
    const memory = told["memory"] as Json | null | undefined;
    if (memory !== undefined && memory !== null && (memory["revision"] as number) >= this.revision) this.head = memory;
    const listed = [
      told["entry"] ?? [],
      told["entries"] ?? [],
      told["hits"] ?? [],
    ].flat() as unknown as readonly Json[];
    for (const entry of listed.slice(0, 5)) {
      const citation = entry["citation"] as Json;
      keep(this.citations, citation);
      this.versions.set(citation["entry_id"] as string, citation["entry_version_id"]);
      keep(this.texts, entry["text"] as string);
    }
  }

  private learnReview(told: Json): void {
    const single = "candidate_id" in told ? told : (told["candidate"] as Json | null | undefined);
    const listed = [single ?? [], told["candidates"] ?? []].flat() as unknown as readonly Json[];
    for (const candidate of listed.slice(0, 5)) {
      this.candidates.set(candidate["candidate_id"] as string, candidate);
      if (this.candidates.size > KEPT) this.candidates.delete([...this.candidates.keys()][0] ?? "");
      const result = candidate["result_artifact"] as Json | null;
      if (result !== null) keep(this.artifacts, result);
    }
    if (typeof told["next_cursor"] === "string") keep(this.cursors, told["next_cursor"]);
  }
}

export function pickOf<T>(known: readonly T[], pick: number): T | undefined {
  return known[pick % Math.max(1, known.length)];
}

function keep<T>(known: T[], value: T): void {
  known.push(value);
  if (known.length > KEPT) known.shift();
}
