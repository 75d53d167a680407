import "reflect-metadata";

import type { INestApplicationContext } from "@nestjs/common";

import { createApp, lifecycleOf } from "./app.js";
import { ExperienceAuditService, type ExperienceFault } from "./experience/index.js";
import type { ListedScope } from "./kernel/scope-directory.port.js";
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

function verifyMemory(app: INestApplicationContext): Promise<number> {
  const audits = app.get(MemoryAuditService, { strict: false }).auditAll();
  return verifyRevisions("memory", audits, ({ kind, revision }) => `${kind} at Revision ${String(revision)}`);
}

function verifyExperience(app: INestApplicationContext): Promise<number> {
  return verifyRevisions("experience", app.get(ExperienceAuditService, { strict: false }).auditAll(), asWords);
}

interface ScopeAudit<Fault> {
  readonly scope: ListedScope;
  readonly revisions: number;
  readonly fault: Fault | undefined;
}

async function verifyRevisions<Fault>(
  part: string,
  audits: AsyncIterable<ScopeAudit<Fault>>,
  inWords: (fault: Fault) => string,
): Promise<number> {
  let whole = 0;
  let faults = 0;
  for await (const { scope, revisions, fault } of audits) {
    whole += revisions;
    if (fault === undefined) continue;
    faults += 1;
    // Scope ids are content; the number finds the row for whoever may read it.
    console.error(`${part}: scope ${String(scope.key)}: ${inWords(fault)}`);
  }
  console.log(`${part}: ${String(whole)} Revisions whole, ${String(faults)} faults`);
  return faults;
}

function asWords(fault: ExperienceFault): string {
  if ("artifactNo" in fault) {
    return `${fault.kind} at Revision ${String(fault.revision)} of Experience ${String(fault.artifactNo)}`;
  }
  return "candidateNo" in fault ? `${fault.kind} of Candidate ${String(fault.candidateNo)}` : fault.kind;
}

verify().catch((error: unknown) => {
  reportFailedStart(error);
  process.exit(1);
});
