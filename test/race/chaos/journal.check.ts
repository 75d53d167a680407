import { Findings, groupBy } from "./findings.js";
import type { CaptureRecord, StoredSource } from "./ledger.js";

/** Every acknowledged capture stands in the journal once, where and as it was acknowledged; nothing else does but what may. */
export function checkJournal(captures: readonly CaptureRecord[], stored: readonly StoredSource[]): Findings {
  const findings = new Findings();
  stored.forEach(({ position }, index) => {
    findings.hold(position === index + 1, `position ${String(index + 1)} of the journal is ${String(position)}`);
  });
  const byId = groupBy(stored, ({ sourceId }) => sourceId);
  for (const same of byId.values()) findings.hold(same.length === 1, "a Source is stored twice");
  for (const capture of captures) judge(capture, byId.get(capture.sourceId)?.[0], findings);
  const sent = groupBy(captures, ({ sourceId }) => sourceId);
  for (const { sourceId, content, position } of stored) {
    const isOurs = sent.get(sourceId)?.some((capture) => capture.content === content && mayBeStored(capture)) === true;
    findings.hold(isOurs, `nobody captured what stands at position ${String(position)}`);
  }
  return findings;
}

function judge({ content, outcome }: CaptureRecord, found: StoredSource | undefined, findings: Findings): void {
  if (outcome.kind === "acknowledged") {
    const told = String(outcome.answer.position);
    findings.hold(found !== undefined, `an acknowledged capture is lost (position ${told})`);
    if (found === undefined) return;
    findings.hold(found.position === outcome.answer.position, `a capture was told position ${told} and has another`);
    findings.hold(found.content === content, `the content at position ${told} is not what was captured`);
  } else if (outcome.kind === "refused" && outcome.code === "source_conflict") {
    findings.hold(found !== undefined && found.content !== content, "a capture conflicts with nothing");
  }
}

const mayBeStored = ({ outcome }: CaptureRecord): boolean =>
  outcome.kind === "acknowledged" || outcome.kind === "unknown";
