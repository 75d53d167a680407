import "reflect-metadata";

import { createApp, lifecycleOf } from "./app.js";
import { ReindexService } from "./memory/index.js";
import { loadEnvFile } from "./platform/config/env-file.js";
import { parseServerConfig } from "./platform/config/server.config.js";
import { reportFailedStart } from "./start-failure.js";

/** Makes the configured embedding profile the deployment's; the servers started afterwards make its vectors. */
async function reindex(): Promise<void> {
  loadEnvFile();
  const app = await createApp(parseServerConfig());
  try {
    const { profileId, dimension } = await app.get(ReindexService, { strict: false }).reindex();
    console.log(`vectors begin anew with profile ${profileId} of ${String(dimension)} dimensions: restart the servers`);
  } finally {
    await lifecycleOf(app).shutdown();
  }
}

reindex().catch((error: unknown) => {
  reportFailedStart(error);
  process.exit(1);
});
