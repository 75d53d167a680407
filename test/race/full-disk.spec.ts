import { Api, type CheckedAnswer } from "../support/api.js";
import { expectWhole } from "../support/data-file.js";
import { type ServerProcess, startServer } from "../support/server-process.js";
import { mountSmallDisk } from "../support/small-disk.js";

const disk = mountSmallDisk(2);
if (typeof disk === "string") console.warn(`The tests of a full disk are skipped: ${disk}`);

(typeof disk === "string" ? describe.skip : describe)("a disk without room", () => {
  const path = typeof disk === "string" ? "" : disk.path;
  let server: ServerProcess | undefined;

  afterAll(async () => {
    await server?.kill("SIGKILL");
    if (typeof disk !== "string") disk.unmount();
  });

  it("refuses writes, keeps what was acknowledged and readable, and takes writes again when there is room", async () => {
    server = await startServer({ dataDir: path });
    let scope = new Api(server.url).scope("full");
    const kept = await scope.remember("This entry was here before the disk was full.");
    const sources: string[] = [];
    const write = async (): Promise<CheckedAnswer> => {
      const id = `source ${String(sources.length)}`;
      const answer = await scope.call("capture_content_source", { source_id: id, content: "x".repeat(20_000) });
      if (answer.status === 202) sources.push(id);
      return answer;
    };
    let answer = await write();
    while (answer.status === 202) answer = await write();
    expect(sources.length).toBeGreaterThan(5);
    for (let repeat = 0; repeat < 3; repeat++) {
      expect(answer).toMatchObject({ status: 503, body: { error: { code: "runtime_not_ready", details: null } } });
      answer = await write();
    }

    expect(await scope.find("entry before")).toEqual([kept.entry.text]);
    expect(await scope.get(kept.entry.citation)).toEqual(kept.entry);
    expect((await scope.prepare("Which entry was here before?")).status).toBe("ready");
    expect(server.output()).not.toContain("xxxx");

    if (typeof disk !== "string") disk.resize(16);
    const before = sources.length;
    expect((await write()).status).toBe(202);
    expect((await scope.remember("There is room again.")).memory.revision).toBe(2);
    expect(await scope.find("room again")).toEqual(["There is room again."]);
    expect(await server.kill("SIGTERM")).toEqual({ code: 0, signal: null });

    server = await startServer({ dataDir: path });
    scope = new Api(server.url).scope("full");
    for (const [index, id] of sources.entries()) {
      expect((await scope.capture(id, "x".repeat(20_000))).position).toBe(index + 1);
    }
    expect(sources).toHaveLength(before + 1);
    expect((await scope.list()).entries).toHaveLength(2);
    await server.kill("SIGTERM");
    await expectWhole(path, "full", 2);
  });
});
