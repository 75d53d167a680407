import { Api } from "../../support/api.js";
import { candidates } from "../../support/flush-world.js";
import { OpenAiServer } from "../../support/openai-server.js";
import { type CollectedSpan, treeOf } from "../../support/trace-collector.js";
import { startTracedApp } from "../../support/traced-app.js";

const isRoot =
  (root: string) =>
  ({ name, parentSpanId }: CollectedSpan): boolean =>
    name === root && parentSpanId === undefined;

it("a window of the schedule is a trace of its own, linked with the tick that found it", async () => {
  const provider = await OpenAiServer.start();
  provider.chat.answer(() => candidates({ text: "Releases go out on Tuesdays.", sources: [1] }));
  const { server, collector, close } = await startTracedApp({
    RUNTIME_SCHEDULE_SECONDS: "0.1",
    ...provider.generationSettings(),
  });
  try {
    const [idle] = treeOf(await collector.traceOf(isRoot("tick memory.flush")));
    expect(idle).toEqual({ "tick memory.flush": expect.arrayContaining(["source-cursor.due"]) });

    await new Api(server.url).scope("scheduled").capture("first", "The release was late again.");
    const window = await collector.traceOf(isRoot("window memory.flush"));
    const [root] = window.filter(isRoot("window memory.flush"));
    expect(treeOf(window)).toEqual([
      { "window memory.flush": expect.arrayContaining(["generation memory_extraction"]) },
    ]);
    expect(root?.attributes).toEqual({ "powercontext.outcome": "drained" });
    const ticks = await collector.traceOf(
      (span) => isRoot("tick memory.flush")(span) && root?.links.includes(span.spanId) === true,
    );
    expect(new Set(ticks.map(({ traceId }) => traceId))).not.toContain(root?.traceId);
  } finally {
    await close();
    await provider.down();
  }
});

it("vectors that are filled in later are a trace of their own, and not of the write that left them out", async () => {
  const provider = await OpenAiServer.start();
  const { server, collector, close } = await startTracedApp(provider.embeddingSettings());
  try {
    provider.embeddings.next({ kind: "status", status: 500 });
    await new Api(server.url).scope("filled").remember("Run contract tests after changes.");
    const fills = await collector.traceOf(
      (span) =>
        isRoot("vector fill")(span) &&
        collector.spans.some(({ name, parentSpanId }) => name === "embedding entry" && parentSpanId === span.spanId),
    );
    expect(fills.map(({ name }) => name)).not.toContain("remember_memory");
    const write = await collector.traceOf(isRoot("POST /v1/memory/remember"));
    expect(write.filter(({ name }) => name === "embedding entry")).toMatchObject([{ failed: true }]);
  } finally {
    await close();
    await provider.down();
  }
});
