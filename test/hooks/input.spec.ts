import { PassThrough } from "node:stream";

import { readEvent } from "../../integrations/hook/input.js";
import { type HookServer, PACK } from "../support/hook-server.js";
import { EVENTS, HOSTS, injected, type InstalledHook, said, SILENCE } from "../support/hook-process.js";
import { onHookStage } from "../support/hook-stage.js";

const LONG_MS = 60_000;

describe("the event on standard input", () => {
  const stream = (...chunks: readonly (string | Buffer)[]): PassThrough => {
    const through = new PassThrough();
    for (const chunk of chunks) through.write(chunk);
    return through;
  };

  it.each<[string, (string | Buffer)[]]>([
    ["in one piece", ['{"a":"ü}"}']],
    ["with white space after it", ['{"a":"ü}"} \r\n']],
    ["in pieces that end like an object", ['{"a":"ü}', '"', "}"]],
    ["in pieces that cut a character", [Buffer.from('{"a":"ü').subarray(0, -1), Buffer.from('ü}"}').subarray(1)]],
  ])("is taken before the stream ends: %s", async (_what, chunks) => {
    await expect(readEvent(stream(...chunks), LONG_MS)).resolves.toEqual({ a: "ü}" });
  });

  it("is taken at the end, too", async () => {
    const through = stream(" ");
    through.end('{"a":1}');
    await expect(readEvent(through, LONG_MS)).resolves.toEqual({ a: 1 });
  });

  it.each([
    ["half an object", '{"a":{}'],
    ["an array", '[{"a":1}]'],
    ["more than an object", '{"a":1}{}'],
    ["nothing", ""],
  ])("is not %s", async (_what, text) => {
    const through = stream(text);
    const ended = stream();
    ended.end(text);
    await expect(readEvent(through, 1)).resolves.toBeUndefined();
    await expect(readEvent(ended, LONG_MS)).resolves.toBeUndefined();
  });

  it("leaves room for what comes after it, so that the host is not held up", async () => {
    const through = stream('{"a":1}');
    await readEvent(through, LONG_MS);
    for (let chunk = 0; chunk < 10; chunk++) {
      if (!through.write(Buffer.alloc(2 ** 20))) await new Promise((done) => through.once("drain", done));
    }
    expect(through.readableLength).toBe(0);
  });
});

describe.each(HOSTS)("the hook of %s, when its host never closes standard input", (host) => {
  let server: HookServer;
  let hook: InstalledHook;
  const event = EVENTS[host];
  const keepsOpen = true;

  onHookStage(host, (stage) => {
    ({ server, hook } = stage);
  });

  it.each([event.prompt, "{}".repeat(100_000)])("serves the turn all the same", async (prompt) => {
    const run = hook.run({ ...event, prompt }, { keepsOpen });
    await expect(run).resolves.toEqual({ code: 0, stdout: injected(PACK), stderr: "" });
    expect(server.bodyOf("/v1/sources/content")).toMatchObject({ content: prompt });
  });

  it("ends silently with an event that is not whole", async () => {
    const settings = { HTTP_BUDGET_SECONDS: "0.5" };
    const half = JSON.stringify(event).slice(0, -1);
    await expect(hook.run(half, { keepsOpen, settings })).resolves.toEqual(SILENCE);
    expect(server.requests).toEqual([]);
  });

  it.each([true, false])("says that there was no time for an answer (kept open: %s)", async (open) => {
    const settings = { HTTP_BUDGET_SECONDS: "0.001" };
    const run = hook.run(event, { keepsOpen: open, settings });
    await expect(run).resolves.toEqual(said(host, { outcome: "server_unavailable" }));
    expect(server.requests).toEqual([]);
  });

  it("says nothing of that when the event is another", async () => {
    const settings = { HTTP_BUDGET_SECONDS: "0.001" };
    const other = { ...event, hook_event_name: "Stop" };
    await expect(hook.run(other, { keepsOpen, settings })).resolves.toEqual(SILENCE);
  });
});
