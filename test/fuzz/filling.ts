import type { Json } from "../support/contract.js";
import { type KnownScope, pickOf, type Picks, type World } from "./world.js";
import { SENTINEL } from "./words.js";

interface Moment {
  readonly scope: KnownScope;
  /** Where entries, Candidates and the like are taken from: the same scope, or one that they may not be used out of. */
  readonly from: KnownScope;
  readonly picks: Picks;
  /** What was generated. */
  readonly value: unknown;
  /** The Experience that a proposal is to improve; null for a new one. */
  readonly target: Json | null;
}

/** Values of fields that only an earlier answer, or another call, can make meaningful. Undefined: the generated one stays. */
const FILLERS: Readonly<Record<string, (moment: Moment) => unknown>> = {
  scope_id: ({ scope }) => scope.id,
  citation: ({ from, picks }) => from.citation(picks),
  expected_revision: ({ scope, picks }) => scope.revision - (picks.age % 4 === 0 ? 1 : 0) || undefined,
  since_revision: ({ scope, picks }) => scope.revision - (picks.age % 8),
  candidate_id: ({ from, picks }) => from.candidate(picks)?.["candidate_id"],
  expected_version: ({ from, picks }) =>
    ((from.candidate(picks)?.["version"] as number | undefined) ?? 1) + (picks.age % 4 === 0 ? 1 : 0),
  artifact: ({ from, picks }) => from.artifact(picks),
  target: ({ target }) => target,
  source_refs: ({ scope, picks }) => scope.sources.slice(-1 - (picks.item % 3)).map(sourceReference),
  artifact_refs: ({ scope, picks, target }) => [target ?? [], picks.age % 3 === 0 ? (scope.memory ?? []) : []].flat(),
  cursor: ({ from, picks }) => (picks.age % 4 === 0 ? undefined : (pickOf(from.cursors, picks.item) ?? null)),
  limit: ({ picks, value }) => (picks.age % 2 === 0 ? 1 : value),
  source_id: ({ scope, picks }) => (picks.age % 4 === 0 ? pickOf(scope.sources, picks.item) : undefined),
  query: ({ scope, picks, value }) =>
    picks.age % 4 === 0 ? undefined : shortened(`${pickOf(scope.texts, picks.item) ?? SENTINEL} ${String(value)}`),
  kind: ({ value }) => said("k", value),
  text: ({ picks, value }) => said(picks.age % 3 === 0 ? SENTINEL : "t", value),
  content: ({ picks, value }) => said(picks.age % 3 === 0 ? SENTINEL : "c", value),
  reason: ({ picks, value }) => said(picks.age % 3 === 0 ? SENTINEL : "r", value),
  proposal: ({ picks, value }) => saidInAll(picks.age % 3 === 0 ? SENTINEL : "p", value),
};

/** Whether what it names is taken from another scope than the one it names. */
export function isForeign({ scope, age }: Picks): boolean {
  return scope % 16 !== 0 && age % 16 === 5;
}

/** The body with what is known of a scope in the place of what was generated. @returns it, and the scope it names */
export function filled(body: unknown, picks: Picks, world: World): unknown {
  if (typeof body !== "object" || body === null) return body;
  if (picks.scope % 16 === 0) return body;
  const scope = world.scope(picks.scope);
  const from = isForeign(picks) ? world.scope(picks.scope + 1) : scope;
  const target = targetOf(from, picks, body as Json);
  return Object.fromEntries(
    Object.entries(body).map(([field, value]: [string, unknown], index) => {
      const isKept = ((picks.keep >> index) & 1) === 1 && field !== "scope_id";
      const known = isKept ? undefined : FILLERS[field]?.({ scope, from, picks, value, target });
      return [field, known === undefined ? value : known];
    }),
  );
}

/** A revision must name the target that its Candidate has. */
function targetOf(scope: KnownScope, picks: Picks, body: Json): Json | null {
  if (!("target" in body)) return null;
  if ("candidate_id" in body) return (scope.candidate(picks)?.["target"] as Json | null | undefined) ?? null;
  return picks.age % 2 === 0 ? null : (scope.artifact(picks) ?? null);
}

const sourceReference = (source_id: string): Json => ({ name: "content", source_id });

/** Not blank any more; a long text stays as it is, and so at its limit. */
function said(first: string, value: unknown): unknown {
  return typeof value === "string" && value.length < 100 ? `${first} ${value}` : value;
}

function saidInAll(first: string, value: unknown): unknown {
  return Object.fromEntries(Object.entries(value as object).map(([part, text]) => [part, said(first, text)]));
}

function shortened(text: string): string {
  return Array.from(text).slice(0, 8_000).join("");
}
