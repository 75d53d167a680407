import { Api, type ScopeApi } from "../support/api.js";
import { storedCursors } from "../support/cursors.js";
import { OpenAiServer } from "../support/openai-server.js";
import { entryOf, oneEntryForEach } from "../support/scripted-memory.js";
import { startServer, type ServerProcess } from "../support/server-process.js";
import { until } from "../support/until.js";

describe("a server that is asked to stop while callers wait for its model", () => {
  let provider: OpenAiServer;
  let server: ServerProcess;

  beforeEach(async () => {
    provider = await OpenAiServer.start();
    provider.chat.answer(oneEntryForEach);
    server = await startServer({ env: provider.generationSettings(60) });
  });

  afterEach(async () => {
    await server.dispose();
    await provider.down();
  });

  const scopeOf = (running: ServerProcess): ScopeApi => new Api(running.url).scope("s");
  const codeOf = async (call: Promise<{ readonly status: number; readonly body: unknown }>): Promise<unknown> => {
    const { status, body } = await call;
    return [status, (body as { readonly error?: { readonly code: string } }).error?.code];
  };
  const NOT_READY = [503, "runtime_not_ready"];

  it("gives up what does not end, answers each of them, and leaves the scope free for the next server", async () => {
    const scope = scopeOf(server);
    await scope.capture("one", "one");
    provider.chat.next({ kind: "hang" }, { kind: "hang" });
    const [flushed, generated] = [provider.chat.hold(), provider.chat.hold()];
    const flushing = codeOf(scope.call("flush_memory"));
    await flushed.arrived;
    const generating = codeOf(
      scope.call("generate_experience", { source_refs: [{ name: "content", source_id: "one" }], artifact_refs: [] }),
    );
    await generated.arrived;
    const answered: string[] = [];
    void flushing.then(() => answered.push("running"));
    const waiting = Array.from({ length: 3 }, async () => {
      const code = await codeOf(scope.call("flush_memory"));
      answered.push("waiting");
      return code;
    });
    await until(async () => (await inProgress(server)) === 4);
    const exited = server.kill("SIGTERM");
    expect(await Promise.all(waiting)).toEqual([NOT_READY, NOT_READY, NOT_READY]);
    flushed.release();
    generated.release();
    expect([await flushing, await generating]).toEqual([NOT_READY, NOT_READY]);
    expect(answered).toEqual(["waiting", "waiting", "waiting", "running"]);
    expect(await exited).toEqual({ code: 0, signal: null });
    expect(await storedCursors(server.dataDir)).toMatchObject([{ position: 0, watermark: 1, failures: 0 }]);
    expect(provider.received("chat")).toHaveLength(2);

    server = await startServer({ env: provider.generationSettings(), dataDir: server.dataDir });
    expect(await scopeOf(server).call("flush_memory")).toMatchObject({ body: { status: "processed" } });
    expect((await scopeOf(server).list()).entries.map(({ text }) => text)).toEqual([entryOf("one")]);
  });

  it("finishes a flush whose model answers in time", async () => {
    const scope = scopeOf(server);
    await scope.capture("one", "one");
    const held = provider.chat.hold();
    const flushing = scope.call("flush_memory");
    await held.arrived;
    const exited = server.kill("SIGTERM");
    await until(() => server.output().includes('"stopping"'));
    held.release();
    expect(await flushing).toMatchObject({ status: 200, body: { status: "processed", current_cursor: 1 } });
    expect(await exited).toEqual({ code: 0, signal: null });
  });
});

/** Flushes the server is working on now, as its metrics tell. */
async function inProgress(server: ServerProcess): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = /^powercontext_server_transport_requests_in_progress\{.*flush_memory.*\} (\d+)$/m.exec(text);
  return Number(line?.[1] ?? 0);
}
