import "reflect-metadata";

import type { INestApplicationContext } from "@nestjs/common";

import { createApp, lifecycleOf } from "./app.js";
import { ExperienceAuditService, type ExperienceFault } from "./experience/index.js";
import type { ScopeKey } from "./kernel/ids.js";
import { MemoryAuditService } from "./memory/index.js";
import { loadEnvFile } from "./platform/config/env-file.js";
import { parseServerConfig } from "./platform/config/server.config.js";
import { Database } from "./platform/database/index.js";
import { reportFailedStart } from "./start-failure.js";

/**
 * The full check of a database: every page and index, then every hash chain of Memory, then every Experience. A line for each
 * fault and one for each of the three; exits with 1 when something is wrong.
 */
async function verify(): Promise<void> {
  loadEnvFile();
  const app = await createApp(parseServerConfig());
  try {
    const faults = (await verifyDatabase(app)) + (await verifyMemory(app)) + (await verifyExperience(app));
    process.exitCode = faults === 0 ? 0 : 1;
  } finally {
    await lifecycleOf(app).shutdown();
  }
}

async function verifyDatabase(app: INestApplicationContext): Promise<number> {
  const lines = await app.get(Database, { strict: false }).verify();
  for (const line of lines) console.error(`database: ${line}`);
  console.log(`database: ${String(lines.length)} faults`);
  return lines.length;
}

async function verifyMemory(app: INestApplicationContext): Promise<number> {
  const whole = { revisions: 0, faults: 0 };
  for await (const { scope, revisions, fault } of app.get(MemoryAuditService, { strict: false }).auditAll()) {
    whole.revisions += revisions;
    if (fault === undefined) continue;
    whole.faults += 1;
    reportFault("memory", scope.key, `${fault.kind} at Revision ${String(fault.revision)}`);
  }
  return reportWhole("memory", whole);
}

async function verifyExperience(app: INestApplicationContext): Promise<number> {
  const whole = { revisions: 0, faults: 0 };
  for await (const { scope, revisions, fault } of app.get(ExperienceAuditService, { strict: false }).auditAll()) {
    whole.revisions += revisions;
    if (fault === undefined) continue;
    whole.faults += 1;
    reportFault("experience", scope.key, asWords(fault));
  }
  return reportWhole("experience", whole);
}

function asWords(fault: ExperienceFault): string {
  if ("artifactNo" in fault) {
    return `${fault.kind} at Revision ${String(fault.revision)} of Experience ${String(fault.artifactNo)}`;
  }
  return "candidateNo" in fault ? `${fault.kind} of Candidate ${String(fault.candidateNo)}` : fault.kind;
}

/** Scope ids are content; the number finds the row for whoever may read it. */
function reportFault(part: string, scope: ScopeKey, fault: string): void {
  console.error(`${part}: scope ${String(scope)}: ${fault}`);
}

function reportWhole(
  part: string,
  { revisions, faults }: { readonly revisions: number; readonly faults: number },
): number {
  console.log(`${part}: ${String(revisions)} Revisions whole, ${String(faults)} faults`);
  return faults;
}

verify().catch((error: unknown) => {
  reportFailedStart(error);
  process.exit(1);
});
