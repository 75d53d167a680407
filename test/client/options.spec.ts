import { inspect } from "node:util";

import { PowerContextClient } from "../../src/client/index.js";
import { failureOf } from "../support/client-failure.js";
import { type ScriptedServer, startScriptedServer } from "../support/scripted-server.js";

let server: ScriptedServer;
let client: PowerContextClient;
beforeAll(async () => {
  server = await startScriptedServer();
  client = new PowerContextClient({ baseUrl: server.url });
});
afterAll(() => server.close());

/** How many timers this process waits for. */
const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

describe("the options of a call", () => {
  it.each<[string, readonly unknown[]]>([
    ["requestId", ["", ".dot", "a b", "a\nb", "x".repeat(129), null, 7, ["id-1"], {}]],
    ["timeoutMs", [0, -1, NaN, Infinity, 2 ** 31, null, "5", [5], {}, true]],
    ["signal", [null, {}, "signal", 5, new AbortController(), { aborted: false }, () => undefined]],
  ])("are refused with a TypeError for a %s that is none, before anything begins", async (option, values) => {
    const before = server.requests.length;
    const waiting = timers();
    for (const value of values) {
      const call = client.getLiveness({ timeoutMs: 2 ** 31 - 1, [option]: value });
      await expect(call).rejects.toThrow(new RegExp(`^${option} must be`, "u"));
      await expect(call).rejects.toThrow(TypeError);
    }
    expect(timers()).toBe(waiting);
    expect(server.requests).toHaveLength(before);
    server.answerJson(200, { status: "ok" });
    await client.getLiveness({ [option]: undefined });
    expect(server.requests).toHaveLength(before + 1);
  });

  it("leave no timer when a signal does not let itself be listened to", async () => {
    const waiting = timers();
    const broken = {
      aborted: false,
      addEventListener: () => {
        throw new Error("closed");
      },
      removeEventListener: () => undefined,
    } as unknown as AbortSignal;
    await expect(client.getLiveness({ signal: broken, timeoutMs: 60_000 })).rejects.toThrow("closed");
    expect(timers()).toBe(waiting);
  });

  it("put one listener on a signal that calls share, and all of them end with it", async () => {
    const ending = new AbortController();
    const added = jest.spyOn(ending.signal, "addEventListener");
    const removed = jest.spyOn(ending.signal, "removeEventListener");
    const warned = jest.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const before = server.requests.length;
    server.answer(() => {
      if (server.requests.length === before + 25) ending.abort();
    });
    const calls = Array.from({ length: 25 }, () => failureOf(client.getLiveness({ signal: ending.signal })));
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(Array(25).fill("aborted"));
    expect(warned).not.toHaveBeenCalled();
    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 1]);
    warned.mockRestore();
  });

  it("let a call go on when another one on its signal has ended", async () => {
    const ending = new AbortController();
    server.answerJson(200, { status: "ok" });
    const first = client.getLiveness({ signal: ending.signal });
    const deaf = new PowerContextClient({ fetch: () => new Promise(() => undefined) });
    const second = failureOf(deaf.getLiveness({ signal: ending.signal }));
    expect(await first).toEqual({ status: "ok" });
    ending.abort();
    expect((await second).kind).toBe("aborted");
  });
});

describe("the options of a client", () => {
  it.each([
    ["http://127.0.0.1:8000", "http://127.0.0.1:8000"],
    ["http://127.0.0.1:8000/", "http://127.0.0.1:8000"],
    ["http://127.0.0.1:8000/mcp", "http://127.0.0.1:8000"],
    ["http://127.0.0.1:8000//mcp//", "http://127.0.0.1:8000"],
    ["https://example.org/team/memory/mcp/", "https://example.org/team/memory"],
    ["https://example.org/mcp/v2", "https://example.org/mcp/v2"],
    ["https://example.org/team-mcp", "https://example.org/team-mcp"],
    ["HTTP://[::1]:9/a%20b", "http://[::1]:9/a%20b"],
    [undefined, "http://127.0.0.1:8000"],
  ])("take the base URL %s", async (baseUrl, expected) => {
    const urls: string[] = [];
    const recording = new PowerContextClient({
      baseUrl,
      fetch: (url) => {
        urls.push(url as string);
        return Promise.resolve(Response.json({ status: "ok" }));
      },
    });
    await recording.getLiveness();
    expect(urls).toEqual([`${expected}/health/live`]);
  });

  it.each([
    "",
    "127.0.0.1:8000",
    "/relative",
    "ftp://hidden.example",
    "file:///hidden",
    "http://hidden@example.org",
    "http://hidden:hidden@example.org",
    "http://example.org/?hidden",
    "http://example.org/?",
    "http://example.org/#hidden",
    "http://example.org/mcp#",
  ])("refuse the base URL %s without repeating it", (baseUrl) => {
    expect(() => new PowerContextClient({ baseUrl })).toThrow(/^baseUrl must (?!.*hidden)/u);
  });

  it.each(["", "hidden one", "hidden\n", "\thidden", "hidd\u00e9n", "hidden\u0000", "hidden\u007f"])(
    "refuse the token %j without repeating it",
    (token) => {
      expect(() => new PowerContextClient({ token })).toThrow(/^token must (?!.*hidd)/u);
    },
  );

  it("do not show the token when the client is printed", () => {
    const known = new PowerContextClient({ token: "hidden-token" });
    expect(inspect(known, { depth: 9, showHidden: true }) + JSON.stringify(known)).not.toContain("hidden-token");
  });

  it.each<[string, readonly unknown[]]>([
    ["token", [null, 7, ["hidden"], {}, true]],
    ["baseUrl", [null, 7, ["http://hidden.example"], {}]],
    ["timeoutMs", [null, "5", [5]]],
    ["fetch", [null, "hidden", {}]],
  ])("refuse a %s of another type", (option, values) => {
    for (const value of values) {
      const made = () => new PowerContextClient({ [option]: value });
      expect(made).toThrow(TypeError);
      expect(made).toThrow(new RegExp(`^${option} must (?!.*hidden)`, "u"));
    }
    expect(() => new PowerContextClient({ [option]: undefined })).not.toThrow();
    expect(() => new PowerContextClient(null as never)).toThrow("The options must be an object.");
  });

  it("take the base URL as a URL", async () => {
    server.answerJson(200, { status: "ok" });
    const { requests } = server;
    await new PowerContextClient({ baseUrl: new URL(`${server.url}/prefix/`) }).getLiveness();
    expect(requests.at(-1)?.path).toBe("/prefix/health/live");
  });

  it.each([0, -5, NaN, Infinity])("refuse the timeout %d", (timeoutMs) => {
    expect(() => new PowerContextClient({ timeoutMs })).toThrow(/^timeoutMs must be/u);
  });
});
