import { Api } from "../../support/api.js";
import { dataFile } from "../../support/data-file.js";
import { packTexts } from "../../support/packs.js";
import { withRawSqlite } from "../../support/raw-sqlite.js";
import { type ServerProcess, startServer } from "../../support/server-process.js";
import { teamFacts } from "../../support/team-facts.js";
import { until } from "../../support/until.js";

const QUESTION = "Was the message broker rewritten in Rust?";
const RULE = "The message broker was rewritten in Rust last winter.";

describe("an index whose rows are gone", () => {
  let server: ServerProcess;

  afterEach(() => server.dispose());

  const postings = (): Promise<readonly unknown[]> =>
    withRawSqlite(dataFile(server.dataDir), "read", (file) =>
      file.all("SELECT scope_key, term, doc, impact FROM search_posting ORDER BY scope_key, term, doc"),
    );
  const lose = (condition: string): Promise<void> =>
    withRawSqlite(dataFile(server.dataDir), "write", (file) =>
      file.exec(`DELETE FROM search_posting WHERE ${condition}`),
    );

  const expectFound = async (): Promise<void> => {
    const api = new Api(server.url);
    expect((await api.scope("team").find(QUESTION))[0]).toBe(RULE);
    expect(packTexts(await api.scope("team").prepare(QUESTION))).toContain(RULE);
    expect(await api.scope("gone").find("short lived")).toEqual([]);
    expect(await api.scope("other").find("lighthouse")).toEqual(["The lighthouse is painted white."]);
  };

  it("is never a silent nothing: search goes on answering and the rows come back by themselves", async () => {
    server = await startServer();
    const api = new Api(server.url);
    await api.scope("team").rememberAll(teamFacts(40));
    await api.scope("other").remember("The lighthouse is painted white.");
    const { entry } = await api.scope("gone").remember("A short lived entry.");
    await api.scope("gone").retire(entry.citation);
    await expectFound();
    const whole = await postings();
    expect(whole.length).toBeGreaterThan(200);

    for (const condition of ["1 = 1", "scope_key = 1"]) {
      await server.kill("SIGTERM");
      await lose(condition);
      expect((await postings()).length).toBeLessThan(whole.length);
      server = await startServer({ dataDir: server.dataDir });
      await expectFound();
      await until(async () => (await postings()).length === whole.length);
      expect(await postings()).toEqual(whole);
      await until(async () => (await (await fetch(`${server.url}/health/ready`)).text()).includes('"index":"ready"'));
      await expectFound();
    }

    await lose("scope_key = 1");
    await expectFound();
    await until(async () => (await postings()).length === whole.length);
  });
});
