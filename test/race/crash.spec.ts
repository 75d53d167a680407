import { rm } from "node:fs/promises";

import { Api, citedAt, type Entry, type ScopeApi } from "../support/api.js";
import { expectWhole, journalOf } from "../support/data-file.js";
import { startServer, type ServerProcess } from "../support/server-process.js";

const ROUNDS = 4;
const WRITERS = 6;

/** What a writer was told before the server died. */
interface Acknowledged {
  readonly sources: Map<string, number>;
  readonly entries: Map<string, Entry>;
  highestRevision: number;
}

describe("a server that is killed in the middle of a burst of writes", () => {
  let server: ServerProcess;

  afterEach(async () => {
    await server.dispose();
    await rm(server.dataDir, { recursive: true, force: true });
  });

  it("starts again by itself with every write it acknowledged, no hole in the journal and a whole history", async () => {
    server = await startServer();
    const told: Acknowledged = { sources: new Map(), entries: new Map(), highestRevision: 0 };
    for (let round = 1; round <= ROUNDS; round++) {
      const before = told.sources.size + told.entries.size;
      await killedAfter(server, told, { round, acknowledged: before + 10 + Math.floor(Math.random() * 80) });
      expect((await server.exited).signal).toBe("SIGKILL");
      server = await startServer({ dataDir: server.dataDir });
      await expectKept(new Api(server.url).scope("burst"), told);
    }
    expect(told.sources.size).toBeGreaterThan(ROUNDS);
    expect(told.entries.size).toBeGreaterThan(ROUNDS);
    const scope = new Api(server.url).scope("burst");
    const revision = (await scope.list()).memory?.revision ?? 0;
    const positions = (await journalOf(server.dataDir, "burst")).length;
    expect((await scope.capture("after all", "x")).position).toBe(positions + 1);
    expect((await scope.remember("after all")).memory.revision).toBe(revision + 1);
    expect(await server.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    await expectWhole(server.dataDir, "burst", revision + 1);
  });

  it("leaves the old version current or the new one, never neither, when it dies while revising", async () => {
    server = await startServer();
    let scope = new Api(server.url).scope("revising");
    let current = await scope.remember("The draft number 0 stands.");
    for (let round = 1; round <= 3; round++) {
      let number = 0;
      const text = (count: number): string => `The draft number ${String(round)}.${String(count)} stands.`;
      const revising = (async () => {
        for (number = 1; ; number++) {
          const { entry } = current;
          current = await scope.revise(citedAt(current.memory, entry.citation), text(number));
        }
      })();
      setTimeout(
        () => {
          server.signal("SIGKILL");
        },
        60 + Math.random() * 60,
      );
      await expect(revising).rejects.toThrow("fetch failed");
      await server.exited;
      server = await startServer({ dataDir: server.dataDir });
      scope = new Api(server.url).scope("revising");
      const { memory, entries } = await scope.list();
      expect(entries).toHaveLength(1);
      expect([current.entry.text, text(number)]).toContain(entries[0]?.text);
      expect(await scope.find("draft number stands")).toEqual([entries[0]?.text]);
      expect(await scope.get(current.entry.citation)).toEqual(current.entry);
      current = { memory: memory!, entry: entries[0]! };
    }
    expect(await server.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    await expectWhole(server.dataDir, "revising", current.memory.revision);
  });
});

/** Writes with several hands and kills the server as soon as so many writes are acknowledged. */
async function killedAfter(
  server: ServerProcess,
  told: Acknowledged,
  { round, acknowledged }: { readonly round: number; readonly acknowledged: number },
): Promise<void> {
  const scope = new Api(server.url).scope("burst");
  const stopAtEnough = (): void => {
    if (told.sources.size + told.entries.size >= acknowledged) server.signal("SIGKILL");
  };
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let number = 0; ; number++) {
      const label = `${String(round)}.${String(writer)}.${String(number)}`;
      const { source, position } = await scope.capture(`source ${label}`, `content ${label}`);
      told.sources.set(source.source_id, position);
      stopAtEnough();
      const { memory, entry } = await scope.remember(`entry ${label} of the burst`);
      told.entries.set(entry.citation.entry_id, entry);
      told.highestRevision = Math.max(told.highestRevision, memory.revision);
      stopAtEnough();
    }
  });
  for (const outcome of await Promise.allSettled(writers)) {
    if (outcome.status === "rejected") expect((outcome.reason as Error).name).toBe("TypeError");
  }
}

async function expectKept(scope: ScopeApi, told: Acknowledged): Promise<void> {
  const { memory, entries } = await scope.list();
  const kept = new Map(entries.map(({ citation, text }) => [citation.entry_id, text]));
  const lost = [...told.entries.values()].filter(({ citation, text }) => kept.get(citation.entry_id) !== text);
  expect(lost).toEqual([]);
  expect(memory?.revision).toBeGreaterThanOrEqual(told.highestRevision);
  expect(memory?.revision).toBe(entries.length);
  const [someEntry] = told.entries.values();
  expect(await scope.get(someEntry!.citation)).toEqual(someEntry);
  expect(await scope.find(someEntry!.text, { limit: 1 })).toEqual([someEntry!.text]);
  for (const [sourceId, position] of [...told.sources].slice(-20)) {
    expect((await scope.capture(sourceId, sourceId.replace("source", "content"))).position).toBe(position);
  }
}
