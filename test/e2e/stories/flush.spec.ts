import { Api, type Citation, type ScopeApi } from "../../support/api.js";
import { startApp, type TestApp } from "../../support/app.js";
import { candidates, shownData } from "../../support/flush-world.js";
import { OpenAiServer } from "../../support/openai-server.js";
import { packItems, packTexts } from "../../support/packs.js";
import { type ServerProcess, startServer } from "../../support/server-process.js";

const SENTINEL = "sentinel-b41f";
const ref = (revision: number) => ({ family: "memory", artifact_id: "memory", revision });

interface Flushed {
  readonly status: string;
  readonly current_cursor: number;
  readonly memory: Citation["memory_ref"] | null;
}

const flush = async (scope: ScopeApi): Promise<Flushed> => {
  const { status, body } = await scope.call("flush_memory");
  if (status !== 200) throw new Error(`the flush was refused: ${JSON.stringify(body)}`);
  return body as Flushed;
};

const flushUntil = async (scope: ScopeApi, position: number): Promise<Flushed> => {
  for (;;) {
    const flushed = await flush(scope);
    if (flushed.current_cursor >= position) return flushed;
  }
};

describe("captured work that becomes Memory", () => {
  let provider: OpenAiServer;

  beforeEach(async () => {
    provider = await OpenAiServer.start();
  });

  afterEach(() => provider.down());

  describe("on a server that is started again", () => {
    let server: ServerProcess | undefined;

    afterEach(async () => server?.dispose());

    const start = async (dataDir?: string): Promise<ScopeApi> => {
      const env = { LOGGING_LEVEL: "debug", RUNTIME_SOURCE_WINDOW_LIMIT: "2", ...provider.generationSettings() };
      server = await startServer({ env, ...(dataDir === undefined ? {} : { dataDir }) });
      return new Api(server.url).scope(`scope-${SENTINEL}`);
    };

    it("is found, cited and packed with the Sources it stands on, before and after, and is in no log", async () => {
      provider.chat.answer((request) =>
        candidates(
          ...shownData(request).sources.flatMap(({ number, text }) =>
            text.includes("release") ? [{ text: `Releases go out on Tuesdays (${SENTINEL}).`, sources: [number] }] : [],
          ),
        ),
      );
      let scope = await start();
      await scope.capture("chat-1", `good morning ${SENTINEL}`);
      await scope.capture("chat-2", "nothing special");
      const { position } = await scope.capture("chat-3", `we release on Tuesdays ${SENTINEL}`);
      expect(await flushUntil(scope, position)).toMatchObject({ status: "processed", memory: ref(1) });
      expect(await flush(scope)).toMatchObject({ status: "idle", current_cursor: 3, memory: null });

      const readAll = async () => {
        const list = await scope.list();
        const [entry] = list.entries;
        const search = await scope.search("when do releases go out?");
        const got = await scope.get(entry!.citation);
        const pack = packItems(await scope.prepare("When do releases go out?"));
        return { list, search, got, pack };
      };
      const before = await readAll();
      const lineage = [{ name: "content", source_id: "chat-3" }];
      expect(before.list.entries).toMatchObject([
        { version: 1, state: "active", source_refs: lineage, artifact_refs: [] },
      ]);
      expect(before.got).toEqual(before.list.entries[0]);
      expect(before.search.hits).toMatchObject([{ citation: before.got.citation }]);
      expect(before.pack).toMatchObject([{ citation: before.got.citation, content: before.got.text }]);

      await server?.kill("SIGTERM");
      const output = server?.output() ?? "";
      expect(output).toContain("stopped");
      scope = await start(server?.dataDir);
      expect(await readAll()).toEqual(before);
      expect(await flush(scope)).toMatchObject({ status: "idle", current_cursor: 3 });
      await scope.capture("chat-4", "again a release");
      expect(await flush(scope)).toMatchObject({ status: "processed", current_cursor: 4, memory: ref(1) });
      expect(output + (server?.output() ?? "")).not.toContain(SENTINEL);
    });
  });

  describe("while its model is asked", () => {
    let server: TestApp | undefined;

    afterEach(async () => server?.close());

    it("lets everybody else in that scope go on", async () => {
      server = await startApp({ env: provider.generationSettings() });
      const scope = new Api(server.url).scope("busy");
      provider.chat.answer(() => candidates({ text: "The vault is in Frankfurt." }));
      await scope.capture("s-1", "the vault moved to Frankfurt");
      const held = provider.chat.hold();
      const flushing = flush(scope);
      await held.arrived;
      await scope.remember("The nightly backup runs at two.");
      expect(packTexts(await scope.prepare("When does the nightly backup run?"))).toEqual([
        "The nightly backup runs at two.",
      ]);
      expect(await scope.find("nightly backup")).toEqual(["The nightly backup runs at two."]);
      expect((await scope.capture("s-2", "more")).position).toBe(2);
      held.release();
      expect(await flushing).toMatchObject({ current_cursor: 1, high_watermark: 1, memory: ref(2) });
      const { body } = await server.request("GET", "/metrics");
      expect(body).toContain("powercontext_server_extraction_changes_total 1\n");
      expect(body).toContain("powercontext_server_extraction_dropped_retired_total 0\n");
    });
  });
});
