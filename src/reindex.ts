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
    const force = process.argv.includes("--force");
    const { kind, profile } = await app.get(ReindexService, { strict: false }).reindex({ force });
    const named = `profile ${profile.profileId} of ${String(profile.dimension)} dimensions`;
    console.log(SAYINGS[kind](named));
  } finally {
    await lifecycleOf(app).shutdown();
  }
}

const SAYINGS = {
  begun: (profile: string) => `vectors begin anew with ${profile}: restart the servers`,
  unchanged: (profile: string) =>
    `nothing was done: the vectors are of ${profile} already; npm run reindex -- --force makes them anew`,
} as const;

reindex().catch((error: unknown) => {
  reportFailedStart(error);
  process.exit(1);
});
