import { randomUUID } from "node:crypto";

import { Api, type Mutation, type ScopeApi } from "../support/api.js";
import { startApp, type TestApp } from "../support/app.js";
import { startProxy, type Fault, type TcpProxy } from "../support/tcp-proxy.js";
import { engineUrl } from "../support/test-database.js";

const FAULTS = ["before", "within", "after"] as const satisfies readonly Fault[];

describe("a connection to OceanBase that is cut at COMMIT", () => {
  let proxy: TcpProxy & { close(): Promise<void> };
  let server: TestApp;

  beforeAll(async () => {
    const { address, database } = engineUrl();
    proxy = await startProxy(address);
    server = await startApp({ env: { DATABASE_URL: `mysql://root@127.0.0.1:${String(proxy.port)}/${database}` } });
  });

  afterAll(async () => {
    await server.close();
    await proxy.close();
  });

  /** A scope with one entry in Revision 1 and one Source at position 1. */
  const filledScope = async (): Promise<{ scope: ScopeApi; first: Mutation }> => {
    const scope = new Api(server.url).scope(`cut-${randomUUID()}`);
    await scope.capture("first", "content");
    return { scope, first: await scope.remember("first", { reason: "first" }) };
  };

  const reasonsOf = async (scope: ScopeApi) =>
    (await scope.changes(0)).revisions.map(({ changes }) => changes.map(({ reason }) => reason));

  describe.each(FAULTS)("%s it is done", (fault) => {
    it("remembers once and answers with that Revision", async () => {
      const { scope } = await filledScope();
      const happened = proxy.once("COMMIT", fault);
      const { memory, entry } = await scope.remember("second", { reason: "second", expected_revision: 1 });
      await happened;
      expect({ revision: memory.revision, text: entry.text }).toEqual({ revision: 2, text: "second" });
      expect(await reasonsOf(scope)).toEqual([["first"], ["second"]]);
      expect((await scope.list()).entries.map(({ text }) => text).sort()).toEqual(["first", "second"]);
    });

    it("revises once and answers with that Revision, not with the conflict it made itself", async () => {
      const { scope, first } = await filledScope();
      const happened = proxy.once("COMMIT", fault);
      const { memory, entry } = await scope.revise(first.entry.citation, "revised", { reason: "second" });
      await happened;
      expect({ revision: memory.revision, version: entry.version, text: entry.text }).toEqual({
        revision: 2,
        version: 2,
        text: "revised",
      });
      expect(await reasonsOf(scope)).toEqual([["first"], ["second"]]);
      const late = { citation: first.entry.citation, kind: "fact", text: "late" };
      expect(await scope.refusal("revise_memory_entry", late)).toMatchObject({ code: "revision_conflict" });
    });

    it("retires once and answers with that Revision, not with the conflict it made itself", async () => {
      const { scope, first } = await filledScope();
      const happened = proxy.once("COMMIT", fault);
      const { memory, entry } = await scope.retire(first.entry.citation, { reason: "second" });
      await happened;
      expect({ revision: memory.revision, state: entry.state }).toEqual({ revision: 2, state: "inactive" });
      expect(await reasonsOf(scope)).toEqual([["first"], ["second"]]);
    });

    it("captures once and answers with that position", async () => {
      const { scope } = await filledScope();
      const happened = proxy.once("COMMIT", fault);
      const { position } = await scope.capture("second", "content");
      await happened;
      expect(position).toBe(2);
      expect((await scope.capture("second", "content")).position).toBe(2);
      expect((await scope.capture("third", "content")).position).toBe(3);
    });

    it("opens a scope once with its first write", async () => {
      const scope = new Api(server.url).scope(`cut-${randomUUID()}`);
      const happened = proxy.once("COMMIT", fault);
      expect((await scope.remember("first", { reason: "first" })).memory.revision).toBe(1);
      await happened;
      expect(await reasonsOf(scope)).toEqual([["first"]]);
      expect((await scope.capture("first", "content")).position).toBe(1);
    });
  });

  it("answers that it is not ready when the database stays away, and may have done what it was asked, once", async () => {
    const { scope } = await filledScope();
    const gone = proxy.once("COMMIT", "after").then(() => proxy.shut());
    const said = { kind: "fact", text: "second", reason: "second" };
    expect(await scope.refusal("remember_memory", said)).toMatchObject({ status: 503, code: "runtime_not_ready" });
    await gone;
    await proxy.reopen();
    expect(await reasonsOf(scope)).toEqual([["first"], ["second"]]);
    expect((await scope.remember("second", { reason: "again" })).memory.revision).toBe(2);
  });

  it("answers the refusal that the check made, when nothing was to be committed", async () => {
    const { scope } = await filledScope();
    const happened = proxy.once("ROLLBACK", "after");
    const refused = await scope.refusal("remember_memory", { kind: "fact", text: "late", expected_revision: 7 });
    await happened;
    expect(refused).toMatchObject({ status: 409, code: "revision_conflict" });
    expect(await reasonsOf(scope)).toEqual([["first"]]);
  });
});
