import type { components } from "../../src/client/generated/openapi.js";
import { Api } from "../support/api.js";
import { startApp, type TestApp } from "../support/app.js";
import { CLIENTS, withClient } from "../support/mcp-clients.js";
import { testedDatabase } from "../support/test-database.js";

type List = components["schemas"]["ListMemoryEntriesResponse"];

/** An engine takes a round trip for each statement; the summary ends long before either count. */
const COUNT = testedDatabase === "sqlite" ? 5_000 : 400;
const AT_ONCE = 50;

describe("list_memory_entries of a large Memory", () => {
  let server: TestApp;
  const scope_id = "large";
  const texts = Array.from({ length: COUNT }, (_, index) =>
    `Statement ${String(index)} about 茶 and 🍵, ${"long ".repeat(20)}`.trim(),
  );

  beforeAll(async () => {
    server = await startApp();
    const scope = new Api(server.url).scope(scope_id);
    for (let from = 0; from < COUNT; from += AT_ONCE) {
      await Promise.all(texts.slice(from, from + AT_ONCE).map((text) => scope.remember(text)));
    }
  }, 180_000);

  afterAll(() => server.close());

  it.each(CLIENTS)("is whole in structuredContent and short in text, for %s", async (_name, connect) => {
    await withClient(connect, `${server.url}/mcp`, async (client) => {
      await client.list();
      const { structuredContent, text, isError } = await client.call("list_memory_entries", { scope_id });
      expect(isError).toBe(false);
      const { memory, entries } = structuredContent as List;
      expect(memory?.revision).toBe(COUNT);
      expect(entries.map((entry) => entry.text).sort()).toEqual([...texts].sort());
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8_192);
      expect(text).toMatch(new RegExp(`^${String(COUNT)} entries at Revision ${String(COUNT)}\\.`));
      const [first] = entries;
      expect(text).toContain(`${first?.citation.entry_id ?? ""} ${first?.citation.entry_version_id ?? ""}`);
      expect(text).toMatch(/entries more are not shown here/);
      expect((await new Api(server.url).scope(scope_id).list()).entries).toEqual(entries);
    });
  });
});
