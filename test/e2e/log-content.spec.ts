import { UnfinishedRequest } from "../support/spoken-socket.js";
import { until } from "../support/until.js";
import { type ServerProcess, startServer } from "../support/server-process.js";

const SENTINEL = "sentinel-7f0c9a21";

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

describe("the log", () => {
  let server: ServerProcess;

  afterEach(() => server.dispose());

  const post = (body: string, requestId: string, path = "/v1/sources/content") =>
    fetch(server.url + path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer token-${SENTINEL}`,
        "x-powercontext-request-id": requestId,
      },
      body,
    });

  const lines = (): Line[] =>
    server
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Line);

  const linesOf = async (requestId: string): Promise<Line[]> => {
    // Lines are written a few at a time; the end of the process writes the last.
    await server.kill();
    return lines().filter((line) => line["request_id"] === requestId);
  };

  const source = (sourceId: string, content: string) =>
    JSON.stringify({ scope_id: `scope-${SENTINEL}`, source_id: sourceId, content, metadata: { key: SENTINEL } });

  it("has one line for a request: its id, operation, status and duration", async () => {
    server = await startServer({ env: { LOGGING_LEVEL: "info" } });
    await post(source("1", SENTINEL), "turn-1");
    const [line, ...more] = await linesOf("turn-1");
    expect(more).toEqual([]);
    expect(Object.keys(line ?? {}).sort()).toEqual(
      ["duration_ms", "level", "msg", "operation", "request_id", "status", "time"].sort(),
    );
    expect(line).toMatchObject({ level: "INFO", operation: "capture_content_source", status: 202 });
  });

  it("keeps to its own request what a request does after it has waited for another", async () => {
    server = await startServer({ env: { HTTP_MAX_CONCURRENT_REQUESTS: "1" } });
    const first = await UnfinishedRequest.begin(server.url, "/v1/sources/content", { scope_id: "s" });
    const counted = async (sample: string) =>
      (await (await fetch(`${server.url}/metrics`)).text()).includes(`powercontext_server_${sample} 1\n`);
    await until(() => counted('requests_in_work{lane="standard"}'));
    const second = post("{", "turn-2");
    await until(() => counted('requests_waiting{lane="standard"}'));
    expect(await first.finish()).toBe(422);
    expect((await second).status).toBe(422);
    const written = await linesOf("turn-2");
    expect(written.map(({ msg }) => msg).sort()).toEqual(["request", "request refused"]);
  });

  it("has no such line when LOGGING_ACCESS is false", async () => {
    server = await startServer({ env: { LOGGING_ACCESS: "false" } });
    await post(source("1", "x"), "turn-1");
    await post("{", "turn-2");
    expect(await linesOf("turn-1")).toEqual([]);
    expect(await linesOf("turn-2")).toMatchObject([{ msg: "request refused", code: "invalid_request" }]);
  });

  it("tells of a refusal at info, with its code and without a stack", async () => {
    server = await startServer();
    await post(source("1", "first"), "turn-1");
    await post(source("1", "second"), "turn-2");
    const refused = await linesOf("turn-2");
    expect(refused).toMatchObject([
      { level: "INFO", code: "source_conflict" },
      { level: "INFO", status: 409 },
    ]);
    expect(JSON.stringify(refused)).not.toMatch(/frames|stack| at /);
  });

  it.each(["json", "console"])("never holds what callers send, at any level, as %s", async (LOGGING_FORMAT) => {
    server = await startServer({ env: { LOGGING_FORMAT, LOGGING_LEVEL: "debug", AUTH_TOKEN: `token-${SENTINEL}` } });
    await post(source(SENTINEL, SENTINEL), "turn-1");
    await post(source(SENTINEL, "conflict"), "turn-2");
    await post(`{"${SENTINEL}":"${SENTINEL}"}`, "turn-3");
    await post(`{"${SENTINEL}`, "turn-4");
    await post("{}", "turn-5", `/v1/${SENTINEL}?q=${SENTINEL}`);
    await fetch(`${server.url}/%zz${SENTINEL}`);
    await fetch(`${server.url}/v1/capabilities`, { headers: { authorization: `Bearer ${SENTINEL}` } });
    await server.kill();
    for (const turn of ["turn-1", "turn-2", "turn-3", "turn-4", "turn-5"]) expect(server.output()).toContain(turn);
    expect(server.output()).not.toContain(SENTINEL);
  });
});
