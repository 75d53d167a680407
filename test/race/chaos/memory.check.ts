import type * as Wire from "../../../src/client/index.js";
import { Findings, groupBy, isSameJson } from "./findings.js";
import { citationKey, citationOf, type FinalState, type MemoryWrite } from "./ledger.js";

interface Effect {
  readonly revision: number;
  readonly change: Wire.EntryChange;
  /** What the changed entry says after it. */
  readonly text: string | undefined;
}

type MemoryState = Pick<FinalState, "history" | "entries" | "cited">;

/**
 * The history is what the acknowledged writes give, and some of those whose outcome is unknown, each once and in the Revision
 * that its caller was told; the list is what the history gives; and every citation resolves to what it was given out for.
 */
export function checkMemory(writes: readonly MemoryWrite[], state: MemoryState): Findings {
  const findings = new Findings();
  const effects = effectsOf(state);
  const byReason = groupBy(effects, ({ change }) => change.reason);
  state.history.forEach(({ memory_ref: { revision } }, index) => {
    findings.hold(revision === index + 1, `Revision ${String(index + 1)} is ${String(revision)}`);
  });
  for (const write of writes) judge(write, byReason.get(write.reason) ?? [], state, findings);
  checkAuthors(writes, effects, findings);
  checkRevisionsToldOnce(writes, byReason, findings);
  replay(effects, state.entries, findings);
  return findings;
}

function effectsOf({ history, cited }: MemoryState): readonly Effect[] {
  return history.flatMap(({ memory_ref, changes }) =>
    changes.map((change) => {
      const entry = cited.get(citationKey(citationOf(memory_ref, change)));
      return { revision: memory_ref.revision, change, text: entry?.text };
    }),
  );
}

function judge(write: MemoryWrite, effects: readonly Effect[], state: MemoryState, findings: Findings): void {
  const { operation, outcome } = write;
  findings.hold(effects.length <= 1, `a ${operation} had its effect ${String(effects.length)} times`);
  const [effect] = effects;
  if (effect !== undefined) {
    findings.hold(effect.change.op === OPS[operation], `a ${operation} is in the history as ${effect.change.op}`);
    findings.hold(
      write.text === undefined || effect.text === write.text,
      `the text of a ${operation} is not what was said`,
    );
    findings.hold(
      write.base === undefined || effect.revision === write.base + 1,
      `a ${operation} did not follow the Revision it named`,
    );
  }
  switch (outcome.kind) {
    case "acknowledged":
      checkAnswer(write, outcome.answer, { effect, cited: state.cited }, findings);
      break;
    case "refused":
      findings.hold(effect === undefined, `a ${operation} was refused (${outcome.code}) and done`);
      findings.hold(
        isFounded(write, outcome, state),
        `a ${operation} was refused (${outcome.code}) without a reason for it`,
      );
      break;
    case "unsent":
      findings.hold(effect === undefined, `a ${operation} that reached nobody was done`);
      break;
    case "unknown":
  }
}

const OPS = { remember: "add", revise: "revise", retire: "deactivate" } as const;

function checkAnswer(
  { operation, text }: MemoryWrite,
  { memory, entry }: Wire.RememberMemoryResponse,
  { effect, cited }: { readonly effect: Effect | undefined; readonly cited: MemoryState["cited"] },
  findings: Findings,
): void {
  const revision = String(memory.revision);
  if (entry === null) {
    findings.hold(false, `the answer to a ${operation} names no entry`);
    return;
  }
  const found = cited.get(citationKey(entry.citation));
  findings.hold(isSameJson(found, entry), `a citation of Revision ${revision} resolves to something else`);
  if (effect === undefined) {
    // A sentence that another entry says already is not remembered again.
    const isTwin = operation === "remember" && entry.text === text && entry.state === "active";
    findings.hold(isTwin && found !== undefined, `an acknowledged ${operation} is lost (Revision ${revision})`);
    return;
  }
  findings.hold(
    effect.revision === memory.revision,
    `a ${operation} was told Revision ${revision} and made ${String(effect.revision)}`,
  );
  const told = { entry: entry.citation.entry_id, version: entry.citation.entry_version_id };
  const { entry_id, from_entry_version_id, to_entry_version_id } = effect.change;
  const made = { entry: entry_id, version: to_entry_version_id ?? from_entry_version_id };
  findings.hold(isSameJson(told, made), `a ${operation} was told another entry than it changed`);
}

function isFounded(
  { operation, base }: MemoryWrite,
  { code, details }: { readonly code: string; readonly details: Readonly<Record<string, unknown>> },
  { history }: MemoryState,
): boolean {
  if (code === "revision_conflict") {
    const current = details["current_revision"];
    return typeof current === "number" && base !== undefined && current > base && current <= history.length;
  }
  return code === "memory_entry_inactive" ? operation === "revise" : true;
}

/** Whatever is in the history was asked for, but for what a flush has made of Sources, which gives no reason. */
function checkAuthors(writes: readonly MemoryWrite[], effects: readonly Effect[], findings: Findings): void {
  const known = new Set<string | null>(writes.map(({ reason }) => reason));
  for (const { change, revision } of effects) {
    findings.hold(change.reason === null || known.has(change.reason), `nobody wrote Revision ${String(revision)}`);
  }
  for (const [revision, changes] of groupBy(effects, (effect) => effect.revision)) {
    const isWritten = changes.some(({ change }) => change.reason !== null);
    findings.hold(!isWritten || changes.length === 1, `Revision ${String(revision)} is of more than one write`);
  }
}

function checkRevisionsToldOnce(
  writes: readonly MemoryWrite[],
  byReason: ReadonlyMap<string | null, readonly Effect[]>,
  findings: Findings,
): void {
  const told = writes.flatMap(({ reason, outcome }) =>
    outcome.kind === "acknowledged" && byReason.has(reason) ? [outcome.answer.memory.revision] : [],
  );
  for (const [revision, callers] of groupBy(told, (one) => one)) {
    findings.hold(
      callers.length === 1,
      `Revision ${String(revision)} was acknowledged to ${String(callers.length)} callers`,
    );
  }
}

interface ReplayedEntry {
  readonly versionId: string;
  readonly version: number;
  readonly state: "active" | "inactive";
  readonly text: string | undefined;
}

/** Does the history once more, change by change. */
function replay(effects: readonly Effect[], listed: readonly Wire.MemoryEntry[], findings: Findings): void {
  const entries = new Map<string, ReplayedEntry>();
  const active = new Set<string | undefined>();
  for (const { change, text, revision } of effects) {
    const before = entries.get(change.entry_id);
    const after = step(before, change, text);
    findings.hold(after !== undefined, `Revision ${String(revision)} cannot ${change.op} what was there`);
    if (after === undefined) continue;
    if (before?.state === "active") active.delete(before.text);
    if (after.state === "active") {
      findings.hold(!active.has(after.text), `Revision ${String(revision)} says what another entry says`);
      active.add(after.text);
    }
    entries.set(change.entry_id, after);
  }
  findings.hold(listed.length === entries.size, "the list has not the entries of the history");
  for (const { citation, version, state, text } of listed) {
    const seen: ReplayedEntry = { versionId: citation.entry_version_id, version, state, text };
    findings.hold(isSameJson(seen, entries.get(citation.entry_id)), "an entry is not what the history makes of it");
  }
}

/** Undefined when the change does not fit what was there. */
function step(
  before: ReplayedEntry | undefined,
  { op, from_entry_version_id: from, to_entry_version_id: to }: Wire.EntryChange,
  text: string | undefined,
): ReplayedEntry | undefined {
  if (op === "add") return before === undefined && from === null ? versionOf(to, 1, text) : undefined;
  if (before?.state !== "active" || before.versionId !== from) return undefined;
  if (op === "revise") return versionOf(to, before.version + 1, text);
  return op === "deactivate" && to === null ? { ...before, state: "inactive" } : undefined;
}

function versionOf(versionId: string | null, version: number, text: string | undefined): ReplayedEntry | undefined {
  return versionId === null ? undefined : { versionId, version, state: "active", text };
}
