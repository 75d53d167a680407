import { Api } from "../support/api.js";
import { ReviewApi } from "../support/review-api.js";
import { runVerify, type ServerProcess, startServer, wholeDatabase } from "../support/server-process.js";
import { alterDatabase } from "../support/test-database.js";

const SENTINEL = "sentinel-5d1f";

describe("npm run verify", () => {
  let server: ServerProcess;

  /** Two Memory Revisions, and one Experience with two. */
  beforeEach(async () => {
    server = await startServer();
    const scope = new Api(server.url).scope(SENTINEL);
    await scope.capture("s-1", SENTINEL);
    await scope.remember(`${SENTINEL} one`);
    await scope.remember(`${SENTINEL} two`);
    const review = new ReviewApi(scope);
    const { result_artifact: first } = await review.approve(await review.propose(`${SENTINEL} first`));
    await review.approve(await review.proposeOn(first!, `${SENTINEL} second`));
    await server.kill();
  });
  afterEach(() => server.dispose());

  it("counts the Revisions of Memory and of Experiences that are whole, and ends with 0", async () => {
    const { code, output } = await runVerify(server.dataDir);
    expect(output).toMatch(wholeDatabase(2, 2));
    expect(code).toBe(0);
  });

  it.each([
    [
      "an altered text of Memory",
      "UPDATE memory_version SET text = 'forged' WHERE text LIKE '%two'",
      "memory: scope 1: altered_content at Revision 2",
      "memory: 1 Revisions whole, 1 faults",
    ],
    [
      "an altered text of an Experience",
      `UPDATE artifact_revision SET content = REPLACE(content, 'second', 'forged') WHERE revision = 2`,
      "experience: scope 1: altered_content at Revision 2 of Experience 1",
      "experience: 1 Revisions whole, 1 faults",
    ],
    [
      "a Revision of an Experience that is gone",
      "DELETE FROM artifact_revision WHERE revision = 1",
      "experience: scope 1: broken_chain at Revision 1 of Experience 1",
      "experience: 0 Revisions whole, 1 faults",
    ],
    [
      "an approved Candidate that says something else",
      `UPDATE candidate_version SET proposal = REPLACE(proposal, 'first', 'forged') WHERE candidate_no = 1`,
      "experience: scope 1: altered_result of Candidate 1",
      "experience: 2 Revisions whole, 1 faults",
    ],
    [
      "a Candidate that was never approved",
      "UPDATE candidate SET status = 'rejected' WHERE candidate_no = 1",
      "experience: scope 1: wrong_counts",
      "experience: 2 Revisions whole, 1 faults",
    ],
  ])("names %s by its numbers alone, and ends with 1", async (_, damage, fault, summary) => {
    await alterDatabase(server.dataDir, damage);
    const { code, output } = await runVerify(server.dataDir);
    expect(output.split("\n")).toEqual(expect.arrayContaining([fault, summary]));
    expect(output).not.toContain(SENTINEL);
    expect(code).toBe(1);
  });
});
