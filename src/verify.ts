import "reflect-metadata";

import { createApp, lifecycleOf } from "./app.js";
import { MemoryAuditService } from "./memory/index.js";
import { loadEnvFile } from "./platform/config/env-file.js";
import { parseServerConfig } from "./platform/config/server.config.js";
import { Database } from "./platform/database/index.js";
import { reportFailedStart } from "./start-failure.js";

/** The full check of a database: every page and index, then every hash chain. Exits with 1 when something is wrong. */
async function verify(): Promise<void> {
  loadEnvFile();
  const app = await createApp(parseServerConfig());
  try {
    let faults = 0;
    for (const line of await app.get(Database, { strict: false }).verify()) {
      faults += 1;
      console.error(`database: ${line}`);
    }
    let revisions = 0;
    for await (const { scope, revisions: whole, fault } of app.get(MemoryAuditService, { strict: false }).auditAll()) {
      revisions += whole;
      if (fault === undefined) continue;
      faults += 1;
      // Scope ids are content; the number finds the row for whoever may read it.
      console.error(`scope ${String(scope.key)}: ${fault.kind} at Revision ${String(fault.revision)}`);
    }
    console.log(`${String(revisions)} Revisions whole, ${String(faults)} faults`);
    process.exitCode = faults === 0 ? 0 : 1;
  } finally {
    await lifecycleOf(app).shutdown();
  }
}

verify().catch((error: unknown) => {
  reportFailedStart(error);
  process.exit(1);
});
