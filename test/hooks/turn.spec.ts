import { accepted, EMPTY, type HookServer, json, PACK } from "../support/hook-server.js";
import { EVENTS, HOSTS, injected, type InstalledHook, said, SILENCE } from "../support/hook-process.js";
import { onHookStage } from "../support/hook-stage.js";

const PREPARE = "/v1/context/prepare";
const CAPTURE = "/v1/sources/content";
const FLUSH = "/v1/memory/flush";
const SCOPE = "local:12699e2df0cbeb69a6555ef64b436d46298a6cb129a9dc1549d18a38467cc1e5";

/** Worked out with another program from the scope, the session, the turn and the prompt. */
const IDENTITY = {
  codex: {
    source: "581c2db4865160476ca1e0137c123a5ec9491cf966f3ff0292d849e5122c95c5",
    turn: "turn_id",
    value: "turn-7",
  },
  "claude-code": {
    source: "3121fd62698beec5f3ff44a0176c48e623e16d580ae90730f8fd526197d8299a",
    turn: "prompt_id",
    value: "prompt-7",
  },
};
const UNNAMED = "2b110bdd96905c13ed9885b6b6edbee2f8c834b897322046932f4790faf11230";

describe.each(HOSTS)("the hook of %s", (host) => {
  let server: HookServer;
  let hook: InstalledHook;
  const event = EVENTS[host];
  const { prompt } = event;

  onHookStage(host, (stage) => {
    ({ server, hook } = stage);
  });

  it("injects a pack unchanged, and says nothing else", async () => {
    await expect(hook.run(event)).resolves.toEqual({ code: 0, stdout: injected(PACK), stderr: "" });
  });

  it("asks once for a pack of 8000 bytes, then captures the prompt", async () => {
    await hook.run(event);
    expect(server.paths()).toEqual([PREPARE, CAPTURE]);
    expect(server.bodyOf(PREPARE)).toEqual({ scope_id: SCOPE, query: prompt, max_bytes: 8_000 });
    const { source, turn, value } = IDENTITY[host];
    expect(server.bodyOf(CAPTURE)).toEqual({
      scope_id: SCOPE,
      source_id: `${host}-user-prompt:${source}`,
      content: prompt,
      metadata: {
        origin: host,
        event: "user_prompt_submit",
        cwd: "/nowhere/shop",
        session_id: "0198-session",
        [turn]: value,
      },
    });
  });

  it("leaves ids out of the metadata that the event does not have", async () => {
    await hook.run({ hook_event_name: "UserPromptSubmit", prompt, cwd: "/nowhere/shop", session_id: " \n" });
    expect(server.bodyOf(CAPTURE)).toEqual({
      scope_id: SCOPE,
      source_id: `${host}-user-prompt:${UNNAMED}`,
      content: prompt,
      metadata: { origin: host, event: "user_prompt_submit", cwd: "/nowhere/shop" },
    });
  });

  it("leaves out an id with half a character, and takes no other for it", async () => {
    const ids = {
      session_id: "s\ud83d",
      conversation_id: "other",
      turn_id: "t\ude00",
      prompt_id: "p\ude00",
      request_id: "other",
    };
    await hook.run({ ...event, ...ids });
    expect(server.bodyOf(CAPTURE)).toEqual({
      scope_id: SCOPE,
      source_id: `${host}-user-prompt:${UNNAMED}`,
      content: prompt,
      metadata: { origin: host, event: "user_prompt_submit", cwd: "/nowhere/shop" },
    });
  });

  it.each(["user_prompt_submit", "USERPROMPTSUBMIT", "user_promptSubmit"])("takes %s for its event", async (name) => {
    const run = await hook.run({ ...event, hook_event_name: name });
    expect(run.stdout).toBe(injected(PACK));
  });

  it.each([
    ["another event", JSON.stringify({ ...event, hook_event_name: "Stop" })],
    ["an event without a name", JSON.stringify({ ...event, hook_event_name: undefined })],
    ["nothing", ""],
    ["no JSON", '{"prompt":'],
    ["an array", JSON.stringify([event])],
    ["bytes that are not UTF-8", Buffer.from(JSON.stringify(event).replace("Why", "Wh\u00ff"), "latin1")],
  ])("ends silently for %s", async (_what, input) => {
    await expect(hook.run(input)).resolves.toEqual(SILENCE);
    expect(server.requests).toEqual([]);
  });

  it.each([
    ["a blank prompt", { prompt: " \n\u3000" }],
    ["a prompt that is no string", { prompt: 7 }],
    ["no prompt", { prompt: undefined }],
    ["no directory", { cwd: undefined }],
    ["a directory that is no string", { cwd: ["/nowhere/shop"] }],
    ["a directory that no system can have", { cwd: "/nowhere\0/shop" }],
    ["a prompt with half a character", { prompt: "Why\ud83d?", user_prompt: "Why?" }],
    ["a directory with half a character", { cwd: "/nowhere\udc00/shop" }],
  ])("skips the turn for %s", async (_what, fields) => {
    await expect(hook.run({ ...event, ...fields })).resolves.toEqual(said(host, { outcome: "skipped" }));
    expect(server.requests).toEqual([]);
  });

  it("tells that there was nothing to inject", async () => {
    server.answer({ prepare: json(200, EMPTY) });
    const outcome = { outcome: "empty", http_status: 200, context_status: "empty", content_bytes: 0 };
    await expect(hook.run(event)).resolves.toEqual(said(host, outcome));
    expect(server.paths()).toEqual([PREPARE, CAPTURE]);
  });

  it("sends its Authorization and nothing like it without one", async () => {
    await hook.run(event, { settings: { AUTHORIZATION: "bearer s3cret~+/=" } });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill("bearer s3cret~+/="));
    server.reset();
    await hook.run(event, { settings: { AUTHORIZATION: " " } });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  it("captures nothing when it is told so", async () => {
    const run = await hook.run(event, { settings: { CAPTURE_PROMPTS: "Off", FLUSH_ON_CAPTURE: "yes" } });
    expect(run.stdout).toBe(injected(PACK));
    expect(server.paths()).toEqual([PREPARE]);
  });

  it("injects although the capture is refused, and flushes nothing then", async () => {
    server.answer({ capture: json(409, { error: { code: "source_conflict", message: "…", details: null } }) });
    const run = await hook.run(event, { settings: { FLUSH_ON_CAPTURE: "1" } });
    expect(run).toEqual({ code: 0, stdout: injected(PACK), stderr: "" });
    expect(server.paths()).toEqual([PREPARE, CAPTURE]);
  });

  describe("told to flush", () => {
    const settings = { FLUSH_ON_CAPTURE: "ON", FLUSH_MAX_CALLS: "3" };

    it.each([
      ["stops at the captured position", [1, 3, 9], 2],
      ["stops when nothing is left to read", [1, "idle"], 2],
      ["stops after its calls", [1, 1, 1, 3], 3],
      ["stops at a cursor that is none", ["none", 3], 1],
      ["stops at a refusal", ["refused", 3], 1],
    ])("%s", async (_title, cursors, calls) => {
      const left = [...cursors];
      server.answer({
        flush: (response) => {
          const next = left.shift();
          if (next === "refused") json(422, {})(response);
          else if (next === "idle") json(200, { status: "idle", current_cursor: 1 })(response);
          else json(200, { status: "processed", current_cursor: next })(response);
        },
      });
      await expect(hook.run(event, { settings })).resolves.toMatchObject({ code: 0, stdout: injected(PACK) });
      expect(server.paths().filter((path) => path === FLUSH)).toHaveLength(calls);
      expect(server.bodyOf(FLUSH)).toEqual({ scope_id: SCOPE });
    });

    it.each([
      ["another status", json(200, accepted(3))],
      ["no position", json(202, accepted(undefined))],
      ["a position that is no number", json(202, accepted("3"))],
      ["a position below 1", json(202, accepted(0))],
      ["a capture that was not accepted", json(202, { ...accepted(3), status: "queued" })],
      ["a body that is no object", json(202, [accepted(3)])],
    ])("does not take %s for a capture", async (_what, capture) => {
      server.answer({ capture });
      await hook.run(event, { settings });
      expect(server.paths()).toEqual([PREPARE, CAPTURE]);
    });
  });

  it.each([5_000, 8_192])("asks with a prompt of %i code points as it is", async (length) => {
    const long = "😀".repeat(length - 1) + "x";
    await hook.run({ ...event, prompt: long });
    expect(server.bodyOf(PREPARE)).toMatchObject({ query: long });
  });

  it("asks with the first and the last 4,096 code points of a longer one, and captures all of it", async () => {
    const long = "😀".repeat(4_096) + "y" + "ü".repeat(4_096);
    await hook.run({ ...event, prompt: long });
    expect(server.bodyOf(PREPARE)).toMatchObject({ query: "😀".repeat(4_096) + "ü".repeat(4_096) });
    expect(server.bodyOf(CAPTURE)).toMatchObject({ content: long });
  });

  it("captures 200,000 code points, and of 200,001 none", async () => {
    const most = "😀".repeat(200_000);
    await hook.run({ ...event, prompt: most });
    expect(server.bodyOf(CAPTURE)).toMatchObject({ content: most });
    server.reset();
    await expect(hook.run({ ...event, prompt: `${most}x` })).resolves.toMatchObject({ stdout: injected(PACK) });
    expect(server.paths()).toEqual([PREPARE]);
  });

  it.each([
    ["what it says", "x", "x"],
    ["the ends of what it says", `a${"b".repeat(8_192)}c`, `a${"b".repeat(8_190)}c`],
  ])("asks with %s when the ends of a long prompt are blank, and captures all of it", async (_what, text, query) => {
    const long = `${" ".repeat(5_000)}${text}${"\n".repeat(5_000)}`;
    await expect(hook.run({ ...event, prompt: long })).resolves.toMatchObject({ stdout: injected(PACK) });
    expect(server.bodyOf(PREPARE)).toMatchObject({ query });
    expect(server.bodyOf(CAPTURE)).toMatchObject({ content: long });
  });

  it("keeps the blanks of a long prompt with one end that says something", async () => {
    const query = "x".repeat(4_096) + " ".repeat(4_096);
    await hook.run({ ...event, prompt: `${query} ` });
    expect(server.bodyOf(PREPARE)).toMatchObject({ query });
  });
});
