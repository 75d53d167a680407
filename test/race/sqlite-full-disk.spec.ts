import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { Api, citedAt, type Entry } from "../support/api.js";
import { dataFile } from "../support/data-file.js";
import { makeNewerBuild } from "../support/newer-build.js";
import { OpenAiServer, type RecordedRequest } from "../support/openai-server.js";
import { ReviewApi, wireProposal, type WireCandidate, type WireReference } from "../support/review-api.js";
import { generated } from "../support/experience-world.js";
import { oneEntryForEach } from "../support/scripted-memory.js";
import {
  runMigrate,
  startServer,
  verifyDatabase,
  wholeDatabase,
  type ServerProcess,
} from "../support/server-process.js";
import { mountSmallDisk } from "../support/small-disk.js";
import { alterDatabase, readDatabase } from "../support/test-database.js";
import { until } from "../support/until.js";

const disk = mountSmallDisk(8);
if (typeof disk === "string") console.warn(`The tests of a full disk are skipped: ${disk}`);
const path = typeof disk === "string" ? "" : disk.path;

const NO_ROOM = { status: 503, body: { error: { code: "runtime_not_ready", details: null } } };
const FACTS = ["The lighthouse is painted white.", "The ferry leaves at noon.", "The harbour master is called Ines."];

/** The model that extracts, and the one that distils an Experience. */
const readForBoth = (request: RecordedRequest): unknown =>
  request.text.includes('{"entries":') ? oneEntryForEach(request) : generated(wireProposal("generated"));

/** What there is to write on. */
interface Stage {
  readonly entries: readonly Entry[];
  readonly candidates: readonly WireCandidate[];
  readonly target: WireReference;
}

(typeof disk === "string" ? describe.skip : describe)("a disk without room", () => {
  let server: ServerProcess;
  let provider: OpenAiServer;

  beforeAll(async () => {
    provider = await OpenAiServer.start(16);
    provider.chat.answer(readForBoth);
    await start();
  });

  afterAll(async () => {
    await server.kill("SIGKILL");
    await provider.down();
    if (typeof disk !== "string") disk.unmount();
  });

  const start = async (): Promise<void> => {
    const env = { ...provider.generationSettings(), ...provider.embeddingSettings() };
    server = await startServer({ dataDir: path, env });
  };
  const scope = () => new Api(server.url).scope("s");

  const prepare = async (): Promise<Stage> => {
    const inbox = new ReviewApi(scope());
    await scope().capture("s-1", "Said once.");
    const entries = (await scope().rememberAll(FACTS)).map(({ entry }) => entry);
    const target = await inbox.approved("the first");
    const candidates = [await inbox.propose("one"), await inbox.proposeOn(target, "two"), await inbox.propose("three")];
    return { entries, candidates, target };
  };

  /** As the Memory stands now. */
  const cited = async (entry: Entry | undefined): Promise<object> => {
    const { memory } = await scope().list();
    if (memory === null || entry === undefined) throw new Error("there is nothing to cite");
    return { citation: citedAt(memory, entry.citation) };
  };

  /** Each way to write, with what makes its body: one that succeeds when there is room. */
  const writes = ({ entries, candidates }: Stage): readonly (readonly [string, () => object | Promise<object>])[] => {
    const evidence = { source_refs: [{ name: "content", source_id: "s-1" }], artifact_refs: [] };
    const proposal = wireProposal("better");
    const [one, two, three] = candidates.map(({ candidate_id }) => ({ candidate_id, expected_version: 1 }));
    return [
      ["capture_content_source", () => ({ source_id: "s-2", content: "x" })],
      ["remember_memory", () => ({ kind: "fact", text: "Nobody will know." })],
      ["revise_memory_entry", async () => ({ ...(await cited(entries[0])), kind: "fact", text: "It is red." })],
      ["retire_memory_entry", () => cited(entries[2])],
      ["flush_memory", () => ({})],
      ["propose_experience", () => ({ proposal: wireProposal("new"), ...evidence })],
      ["generate_experience", () => evidence],
      ["revise_artifact_candidate", () => ({ ...one, proposal, ...evidence })],
      ["approve_artifact_candidate", () => ({ ...two })],
      ["reject_artifact_candidate", () => ({ ...three, reason: "r" })],
    ];
  };

  /** Everything that callers can see. */
  const seen = async () => {
    const inbox = new ReviewApi(scope());
    return {
      list: await scope().list({ include_inactive: true }),
      changes: await scope().changes(0),
      pending: await inbox.list({ status: "pending" }),
      decided: [await inbox.list({ status: "approved" }), await inbox.list({ status: "rejected" })],
      cursors: await readDatabase(path, "SELECT binding, position FROM source_cursor ORDER BY scope_key, binding"),
      sources: await readDatabase(path, "SELECT position, source_id FROM source ORDER BY position"),
    };
  };

  it("refuses each kind of write, leaves no part of any, and takes them all when there is room", async () => {
    const stage = await prepare();
    const before = await seen();
    const filler = await fillDisk();
    for (const [operation, body] of writes(stage)) {
      const answer = await scope().call(operation, { ...(await body()) });
      expect({ operation, ...answer }).toMatchObject({ operation, ...NO_ROOM });
    }
    expect(await seen()).toEqual(before);
    expect(await scope().find("lighthouse", { limit: 1 })).toEqual([FACTS[0]]);
    expect((await new Api(server.url).call("get_readiness")).status).toBe(200);

    await rm(filler);
    const answers: Record<string, number> = {};
    for (const [operation, body] of writes(stage)) {
      answers[operation] = (await scope().call(operation, { ...(await body()) })).status;
    }
    expect(answers).toEqual({
      capture_content_source: 202,
      remember_memory: 200,
      revise_memory_entry: 200,
      retire_memory_entry: 200,
      flush_memory: 200,
      propose_experience: 201,
      generate_experience: 200,
      revise_artifact_candidate: 200,
      approve_artifact_candidate: 200,
      reject_artifact_candidate: 200,
    });
    expect((await scope().list()).entries.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["It is red.", FACTS[1], "Nobody will know.", "Recorded: Said once."]),
    );
  });

  it("keeps vectors and an index that were lost from being made again until there is room, and search answers", async () => {
    const vectors = async (): Promise<number> =>
      (await readDatabase<{ n: number }>(path, "SELECT COUNT(*) AS n FROM memory_vector"))[0]?.n ?? 0;
    const postings = async (): Promise<number> =>
      (await readDatabase<{ n: number }>(path, "SELECT COUNT(*) AS n FROM search_posting"))[0]?.n ?? 0;
    const [madeVectors, madePostings] = [await vectors(), await postings()];
    expect(madeVectors).toBeGreaterThan(3);
    expect(madePostings).toBeGreaterThan(10);
    for (const sql of ["DELETE FROM memory_vector", "UPDATE memory_head SET vectors_pending = 1"]) {
      await alterDatabase(path, `PRAGMA busy_timeout = 10000; ${sql}`);
    }
    await alterDatabase(path, "PRAGMA busy_timeout = 10000; DELETE FROM search_posting");
    const filler = await fillDisk();
    const asked = provider.received("embeddings").length;
    expect(await scope().find("ferry leaves", { limit: 1 })).toEqual([FACTS[1]]);
    // The query's, and then the texts': they are asked for and cannot be stored.
    expect(await scope().refusal("search_memory", { query: "ferry", mode: "vector" })).toMatchObject({ status: 422 });
    await until(() => provider.received("embeddings").length >= asked + 2);
    expect(await scope().find("ferry leaves", { limit: 1 })).toEqual([FACTS[1]]);
    expect([await vectors(), await postings()]).toEqual([0, 0]);

    await rm(filler);
    // At a start both are looked for: else the fill rests for half a minute after a failure.
    expect(await server.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    await start();
    await until(async () => (await vectors()) === madeVectors && (await postings()) === madePostings, 30_000);
    await until(async () => (await scope().call("search_memory", { query: "ferry", mode: "vector" })).status === 200);
  });

  it("stops a migration without a trace, and lets it run when there is room", async () => {
    expect(await server.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    const newer = await makeNewerBuild(
      `CREATE TABLE of_the_next_release AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
       SELECT i, randomblob(500) AS bytes FROM n`,
    );
    try {
      // Room for the files that a start makes, and not for what the step writes.
      const filler = await fillDisk(256 * 1024);
      const bytes = await readFile(dataFile(path));
      const failed = await runMigrate(path, { build: newer.folder });
      expect(failed).toMatchObject({
        code: 1,
        output: expect.stringMatching(/cannot be written \(SQLITE_FULL\).*free space/),
      });
      expect((await readFile(dataFile(path))).equals(bytes)).toBe(true);
      await start();
      expect(await scope().find("ferry leaves", { limit: 1 })).toEqual([FACTS[1]]);
      await server.kill("SIGTERM");

      await rm(filler);
      expect(await runMigrate(path, { build: newer.folder })).toMatchObject({ code: 0 });
      expect(await readDatabase(path, "SELECT COUNT(*) AS n FROM of_the_next_release")).toEqual([{ n: 2_000 }]);
      expect(await verifyDatabase(path)).toMatch(wholeDatabase("[1-9]\\d*", 2));
    } finally {
      await newer.remove();
    }
  });
});

/** Takes what room there is but `spare` bytes. @returns the file that has it */
async function fillDisk(spare = 0): Promise<string> {
  const name = join(path, "filler");
  const file = await open(name, "w");
  try {
    for (const size of [65_536, 4_096, 1]) await appendUntilFull(file, size);
    const { size } = await file.stat();
    await file.truncate(size - spare);
  } finally {
    await file.close();
  }
  return name;
}

async function appendUntilFull(file: Awaited<ReturnType<typeof open>>, size: number): Promise<void> {
  const bytes = Buffer.alloc(size);
  try {
    for (;;) await file.appendFile(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
