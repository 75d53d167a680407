import { startApp, type TestApp } from "../../support/app.js";
import { refusalOf } from "../../support/refusals.js";

describe("paths and methods", () => {
  let server: TestApp;

  beforeAll(async () => {
    server = await startApp();
  });

  afterAll(() => server.close());

  it.each([
    "/",
    "/v1",
    "/v1/memory/nothing",
    "/v1/capabilities/more",
    "/V1/capabilities",
    "/v2/capabilities",
    "/mcp/tools",
  ])("answers 404 where nothing is: %s", async (path) => {
    expect(refusalOf(await server.request("GET", path))).toEqual({ status: 404, code: "not_found", details: null });
  });

  it("does not repeat the path in its answer", async () => {
    const answer = await server.request("GET", "/sentinel-path-7f0c?sentinel-query-7f0c");
    expect(JSON.stringify(answer.body)).toContain("not_found");
    expect(JSON.stringify(answer.body)).not.toContain("sentinel");
  });

  it.each([
    ["GET", "/v1/sources/content", "POST"],
    ["DELETE", "/v1/sources/content/", "POST"],
    ["OPTIONS", "/v1/sources/content", "POST"],
    ["POST", "/v1/capabilities", "GET, HEAD"],
    ["PUT", "/v1/capabilities?x=1", "GET, HEAD"],
    ["POST", "/health/ready", "GET, HEAD"],
  ])("answers 405 and names the method that works: %s %s", async (method, path, allowed) => {
    const answer = await server.request(method, path);
    expect(refusalOf(answer)).toEqual({ status: 405, code: "method_not_allowed", details: null });
    expect(answer.headers.get("allow")).toBe(allowed);
  });

  it("takes a final slash as none", async () => {
    expect((await server.request("GET", "/v1/capabilities/")).status).toBe(200);
    const source = { scope_id: "slash", source_id: "1", content: "x" };
    expect((await server.request("POST", "/v1/sources/content/", source)).status).toBe(202);
  });

  it("serves the contract and a page for it without a network", async () => {
    const contract = await server.request("GET", "/openapi.yaml");
    expect(contract.body).toContain("openapi: 3.1.0");
    const page = await server.request("GET", "/docs");
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.body).not.toMatch(/(?:src|href)="https?:/);
    expect((await server.request("GET", "/docs/swagger-ui-init.js")).body).toContain("capture_content_source");
    expect((await server.request("GET", "/docs/swagger-ui-bundle.js")).status).toBe(200);
  });
});
