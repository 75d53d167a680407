import { connect } from "node:net";

import { Meter } from "../../../src/kernel/meter.port.js";
import { ServerMetrics } from "../../../src/platform/telemetry/server-metrics.js";
import { startApp, type TestApp, withApp } from "../../support/app.js";
import { sendRaw } from "../../support/raw-http.js";
import { until } from "../../support/until.js";

const SENTINEL = "sentinel-7f0c9a21";

describe("GET /metrics", () => {
  let server: TestApp;

  beforeAll(async () => {
    server = await startApp();
  });

  afterAll(() => server.close());

  const scrape = async () => (await server.request("GET", "/metrics")).body as string;

  const valueOf = async (sample: string) => {
    const line = (await scrape()).split("\n").find((candidate) => candidate.startsWith(`${sample} `));
    return line === undefined ? undefined : Number(line.slice(sample.length + 1));
  };

  const requests = (operation: string, outcome: string) =>
    `powercontext_server_transport_requests_total{transport="http",operation="${operation}",outcome="${outcome}"}`;
  const operations = (operation: string, outcome: string) =>
    `powercontext_server_application_operations_total{operation="${operation}",outcome="${outcome}"}`;

  const capture = (sourceId: string, content = "x") =>
    server.request("POST", "/v1/sources/content", { scope_id: SENTINEL, source_id: sourceId, content });

  it("shows the names that are scraped today and ours", async () => {
    const text = await scrape();
    for (const name of [
      "transport_requests_total",
      "transport_request_duration_seconds",
      "transport_requests_in_progress",
      "application_operations_total",
      "application_operation_duration_seconds",
      "runtime_ready",
      "context_pack_bytes",
      "context_pack_candidates",
      "journal_appended_total",
      "database_wal_bytes",
      "database_queued_units",
    ]) {
      expect(text).toContain(`# TYPE powercontext_server_${name} `);
    }
    expect(text).toContain("# TYPE nodejs_eventloop_lag_seconds gauge");
  });

  it("counts a request once, by how it ended", async () => {
    await capture("a");
    await capture("b");
    await capture("a", "another payload");
    expect(await valueOf(requests("capture_content_source", "success"))).toBe(2);
    expect(await valueOf(requests("capture_content_source", "client_error"))).toBe(1);
    expect(await valueOf(operations("capture_content_source", "success"))).toBe(2);
    expect(await valueOf(operations("capture_content_source", "client_error"))).toBe(1);
    const duration = `powercontext_server_transport_request_duration_seconds_count{transport="http",operation="capture_content_source",outcome="success"}`;
    expect(await valueOf(duration)).toBe(2);
  });

  it("has one label for everything that is not a path of the server", async () => {
    for (const path of ["/nowhere", "/v1/nothing", `/${SENTINEL}`]) await server.request("GET", path);
    await server.request("DELETE", "/v1/capabilities");
    expect(await valueOf(requests("unknown", "client_error"))).toBe(4);
    expect(await valueOf(operations("unknown", "client_error"))).toBeUndefined();
  });

  it("counts a request that is refused at the door as no operation of the application", async () => {
    await withApp({ env: { AUTH_TOKEN: "secret" } }, async (guarded) => {
      await guarded.request("GET", "/v1/capabilities");
      const authorized = { authorization: "Bearer secret" };
      const text = (await guarded.request("GET", "/metrics", undefined, authorized)).body as string;
      expect(text).toContain(`${requests("get_capabilities", "client_error")} 1`);
      expect(text).not.toContain('application_operations_total{operation="get_capabilities"');
      await guarded.request("GET", "/v1/capabilities", undefined, authorized);
      const again = (await guarded.request("GET", "/metrics", undefined, authorized)).body as string;
      expect(again).toContain(`${operations("get_capabilities", "success")} 1`);
    });
  });

  it("counts bytes that are no request", async () => {
    await sendRaw(server.url, "nonsense\r\n\r\n");
    await server.request("GET", "/%zz");
    expect(await valueOf(requests("unreadable", "client_error"))).toBe(2);
  });

  it("counts probes as requests and not as operations of the application", async () => {
    await server.request("GET", "/health/live");
    expect(await valueOf(requests("get_liveness", "success"))).toBe(1);
    expect(await valueOf(operations("get_liveness", "success"))).toBeUndefined();
  });

  it("has nothing in progress but the scrape itself", async () => {
    await capture("c");
    const prefix = 'powercontext_server_transport_requests_in_progress{transport="http"';
    expect(await valueOf(`${prefix},operation="capture_content_source"}`)).toBe(0);
    expect(await valueOf(`${prefix},operation="other"}`)).toBe(1);
  });

  it("forgets a request whose caller went away", async () => {
    const sample =
      'powercontext_server_transport_requests_in_progress{transport="http",operation="capture_content_source"}';
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port) });
    const head = "POST /v1/sources/content HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    socket.write(`${head}Content-Length: 100\r\n\r\n{`);
    await until(async () => (await valueOf(sample)) === 1);
    socket.destroy();
    await until(async () => (await valueOf(sample)) === 0);
    expect(await valueOf(sample)).toBe(0);
  });

  it("takes what features count", async () => {
    const meter = server.app.get(Meter);
    meter.observe("pack_bytes", 600);
    meter.observe("pack_candidates", 3);
    const appended = (await valueOf("powercontext_server_journal_appended_total")) ?? 0;
    meter.count("journal_appended", 2);
    expect(await valueOf("powercontext_server_journal_appended_total")).toBe(appended + 2);
    expect(await valueOf("powercontext_server_context_pack_bytes_sum")).toBe(600);
    expect(await valueOf('powercontext_server_context_pack_bytes_bucket{le="512"}')).toBe(0);
    expect(await valueOf('powercontext_server_context_pack_bytes_bucket{le="1024"}')).toBe(1);
    expect(await valueOf("powercontext_server_context_pack_candidates_sum")).toBe(3);
  });

  it("says how busy the database is", async () => {
    for (const [name, value] of [
      ["up", 1],
      ["connections_busy", 0],
      ["waiting_reads", 0],
      ["queued_units", 0],
      ["unit_repeats_total", 0],
    ] as const) {
      expect([name, await valueOf(`powercontext_server_database_${name}`)]).toEqual([name, value]);
    }
    expect(await valueOf("powercontext_server_database_connections")).toBeGreaterThan(1);
  });

  it("leaves out a number that cannot be had, and nothing else", async () => {
    await withApp({}, async (other) => {
      const metrics = other.app.get(ServerMetrics);
      let isThere = false;
      const read = () => (isThere ? Promise.resolve(7) : Promise.reject(new Error(SENTINEL)));
      metrics.addGauge("rare", "Sometimes there.", read);
      metrics.addCounter("rare_total", "Sometimes there.", read);
      metrics.addGauge("stuck", "Never there.", () => new Promise<number>(() => undefined));
      const rare = async () => {
        const text = (await other.request("GET", "/metrics")).body as string;
        expect(text).toContain("powercontext_server_runtime_ready 1");
        return text.split("\n").filter((line) => /^powercontext_server_(?:rare|stuck)/.test(line));
      };
      expect(await rare()).toEqual([]);
      isThere = true;
      expect(await rare()).toEqual(["powercontext_server_rare 7", "powercontext_server_rare_total 7"]);
      isThere = false;
      expect(await rare()).toEqual([]);
    });
  });

  it("says whether operations are accepted", async () => {
    expect(await valueOf("powercontext_server_runtime_ready")).toBe(1);
    await withApp({ runtime: "unbound" }, async (unbound) => {
      expect((await unbound.request("GET", "/metrics")).body).toContain("powercontext_server_runtime_ready 0");
    });
  });

  it("knows nothing of what was sent", async () => {
    await capture(SENTINEL, SENTINEL);
    const text = await scrape();
    expect(text).toContain("capture_content_source");
    expect(text).not.toContain(SENTINEL);
    expect(text).not.toContain("scope");
  });

  it("is not there when it is switched off", async () => {
    await withApp({ env: { METRICS_ENABLED: "false" } }, async (without) => {
      expect((await without.request("GET", "/metrics")).status).toBe(404);
    });
  });
});
