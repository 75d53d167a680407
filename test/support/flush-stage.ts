import type { AdapterFamily, OpenAdapters } from "../conformance/harness.js";
import { FlushWorld } from "./flush-world.js";
import { OpenAiServer } from "./openai-server.js";

export interface FlushStage {
  readonly adapters: OpenAdapters;
  readonly provider: OpenAiServer;
  readonly world: FlushWorld;
}

/** Opens the adapters of a family once, and hands each test a provider and a world of its own. */
export function onFlushStage(family: AdapterFamily, set: (stage: FlushStage) => void): void {
  let adapters: OpenAdapters;
  let provider: OpenAiServer;
  beforeAll(async () => {
    adapters = await family.open();
  });
  beforeEach(async () => {
    provider = await OpenAiServer.start();
    set({ adapters, provider, world: new FlushWorld(adapters, provider) });
  });
  afterEach(() => provider.down());
  afterAll(() => adapters.close());
}
