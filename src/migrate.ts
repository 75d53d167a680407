import "reflect-metadata";

import { createApp, lifecycleOf } from "./app.js";
import { loadEnvFile } from "./platform/config/env-file.js";
import { parseServerConfig } from "./platform/config/server.config.js";
import { reportFailedStart } from "./start-failure.js";

/** Brings the schema up to date as a start would, and serves nothing: for a deployment that migrates before it starts. */
async function migrate(): Promise<void> {
  loadEnvFile();
  const app = await createApp(parseServerConfig());
  await lifecycleOf(app).shutdown();
  console.log("the schema is up to date");
}

migrate().catch((error: unknown) => {
  reportFailedStart(error);
  process.exit(1);
});
