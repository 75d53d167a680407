import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { withRawSqlite } from "../support/raw-sqlite.js";
import { type FailedStart, startAndFail, startServer } from "../support/server-process.js";

const FILE = "powercontext-node.db";
const NOBODY = 65_534;

describe("a server that cannot start", () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
  });

  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  /** Exit code 1 within five seconds, and one line that a person can act on. */
  function expectReadable(failed: FailedStart, words: RegExp): void {
    const lines = failed.output.split("\n").filter((line) => line.includes("cannot start"));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(words);
    expect(failed.output).not.toMatch(/\n\s+at |node:internal|\.js:\d/);
    expect(failed).toMatchObject({ code: 1, signal: null });
    expect(failed.milliseconds).toBeLessThan(5_000);
  }

  it("says that its port is taken", async () => {
    const { server, port } = await occupiedPort();
    const failed = await startAndFail({ HTTP_PORT: String(port) }, dataDir);
    server.close();
    expectReadable(failed, new RegExp(`port ${String(port)}: another process is listening there.*HTTP_PORT`));
  });

  it("says that a file is no database, and leaves it alone", async () => {
    const content = "These are notes, not a database. ".repeat(100);
    await writeFile(join(dataDir, FILE), content);
    expectReadable(await startAndFail({}, dataDir), /not a database|damaged/);
    expect(await readFile(join(dataDir, FILE), "utf8")).toBe(content);
  });

  it("says that a database belongs to another program", async () => {
    await runSql(join(dataDir, FILE), "CREATE TABLE theirs (id INTEGER)");
    expectReadable(await startAndFail({}, dataDir), /another program.*DATABASE_URL/);
  });

  it("says that the schema is newer than it is", async () => {
    const first = await startServer({ dataDir });
    await first.kill();
    await runSql(
      join(dataDir, FILE),
      "INSERT INTO migration (step, name, checksum, compatible_from, applied_at) VALUES (9999, 'later', 'x', 9999, 0)",
    );
    expectReadable(await startAndFail({}, dataDir), /newer/);
  });

  it("says that its data directory cannot be made", async () => {
    await writeFile(join(dataDir, "blocked"), "");
    const url = `sqlite:///${join(dataDir, "blocked", "inner", FILE)}`;
    expectReadable(await startAndFail({ DATABASE_URL: url }, dataDir), /DATABASE_URL|POWERCONTEXT_HOME/);
  });

  it("says that its data directory is not writable", async () => {
    const locked = join(dataDir, "locked");
    await mkdir(locked);
    await chmod(dataDir, 0o755);
    await chmod(locked, 0o555);
    // The superuser may write anywhere, so the server gets the rights of another user.
    const uid = process.getuid?.() === 0 ? NOBODY : undefined;
    const failed = await startAndFail({ DATABASE_URL: `sqlite:///${join(locked, FILE)}` }, dataDir, { uid });
    expectReadable(failed, /written/);
  });

  it("names every wrong setting at once, and no value", async () => {
    const failed = await startAndFail(
      { HTTP_PORT: "sentinel-1", AUTH_TOKEN: "sentinel 2", DATABASE_URL: "sqlite:///sentinel%zz" },
      dataDir,
    );
    expectReadable(failed, /HTTP_PORT .*DATABASE_URL |AUTH_TOKEN .*HTTP_PORT .*DATABASE_URL/);
    expect(failed.output).toContain("AUTH_TOKEN");
    expect(failed.output).not.toContain("sentinel");
  });

  it.each(["0.0.0.0", "::", "192.168.1.7", "memory.example.com"])(
    "refuses to be open to other machines without a token: %s",
    async (host) => {
      expectReadable(await startAndFail({ HTTP_HOST: host }, dataDir), /HTTP_HOST .*AUTH_TOKEN.*AUTH_ALLOW_ANONYMOUS/);
    },
  );
});

describe("a server that is open to other machines", () => {
  it.each([{ AUTH_TOKEN: "secret" }, { AUTH_ALLOW_ANONYMOUS: "true" }])("starts with %p", async (setting) => {
    const server = await startServer({ env: { HTTP_HOST: "0.0.0.0", ...setting } });
    try {
      expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    } finally {
      await server.dispose();
    }
  });
});

async function occupiedPort(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { server, port: (server.address() as { port: number }).port };
}

async function runSql(path: string, sql: string): Promise<void> {
  await withRawSqlite(path, "write", (database) => database.exec(sql));
}
