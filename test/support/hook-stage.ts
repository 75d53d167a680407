import { type HookHost, type InstalledHook, installHook } from "./hook-process.js";
import { type HookServer, startHookServer } from "./hook-server.js";

export interface HookStage {
  readonly server: HookServer;
  readonly hook: InstalledHook;
}

/** Installs the hook of a host beside one scripted server, and forgets before each test what was asked and answered. */
export function onHookStage(host: HookHost, set: (stage: HookStage) => void): void {
  let server: HookServer;
  let hook: InstalledHook;
  beforeAll(async () => {
    server = await startHookServer();
    hook = await installHook(host, server.url);
    set({ server, hook });
  });
  beforeEach(() => {
    server.reset();
  });
  afterAll(async () => {
    await hook.dispose();
    await server.close();
  });
}
