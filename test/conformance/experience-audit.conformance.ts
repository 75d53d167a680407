import { artifactHash } from "../../src/experience/domain/proposal.policy.js";
import type { ExperienceAuditReport, ExperienceAuditService } from "../../src/experience/experience-audit.service.js";
import type { ScopeId, ScopeKey } from "../../src/kernel/ids.js";
import type { SqlValue } from "../../src/kernel/unit-of-work.port.js";
import { experienceAuditOver, reviewOver } from "../support/compose-review.js";
import { type AdapterFamily, freshScope, type OpenAdapters } from "./harness.js";
import { aProposal, resultOf, ReviewCalls } from "./review-calls.js";

/** What was approved is what is stored, and whatever else is stored is noticed. */
export function experienceAuditConformance(family: AdapterFamily): void {
  describe(`the audit of Experiences on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let calls: ReviewCalls;
    let audit: ExperienceAuditService;
    let scopeId: ScopeId;
    let scope: ScopeKey;
    beforeAll(async () => {
      adapters = await family.open();
      calls = new ReviewCalls(reviewOver(adapters), adapters);
      audit = experienceAuditOver(adapters);
    });
    afterAll(() => adapters.close());

    /** Experience 1 with three Revisions of Candidates 1, 2 and 4, Experience 2 with one of Candidate 3. */
    beforeEach(async () => {
      scopeId = freshScope();
      await calls.capture(scopeId);
      const first = await calls.approved(scopeId, "one");
      const second = resultOf(await calls.approve(scopeId, await calls.proposeOn(scopeId, "two", first)));
      await calls.approved(scopeId, "other");
      await calls.approve(scopeId, await calls.proposeOn(scopeId, "three", second));
      await calls.reject(scopeId, await calls.propose(scopeId, "rejected"));
      await calls.propose(scopeId, "pending");
      scope = (await adapters.scopes.find(adapters.unitOfWork.reader, scopeId))!;
      await expect(audit.audit(scope)).resolves.toEqual({ revisions: 4, fault: undefined });
    });

    /** What the audit finds after some statements, each of which changes a row. They are undone: others share the tables. */
    const damaged = async <T>(
      statements: readonly (readonly [string, ...SqlValue[]])[],
      look: (audit: ExperienceAuditService) => Promise<T>,
    ): Promise<T> => {
      let found: readonly T[] = [];
      const undone = new Error("undone");
      const unit = adapters.unitOfWork.run(async (tx) => {
        for (const [sql, ...values] of statements) {
          const statement = { name: "test.damage", sql: sql.replace("SCOPE", `scope_key = ${String(scope)}`) };
          expect(await tx.execute(statement, values)).toBe(1);
        }
        found = [await look(experienceAuditOver(adapters, tx))];
        throw undone;
      });
      await expect(unit).rejects.toBe(undone);
      return found[0]!;
    };
    const damage = (sql: string, ...values: readonly SqlValue[]): Promise<ExperienceAuditReport> =>
      damaged([[sql, ...values]], (over) => over.audit(scope));
    const at = (kind: string, artifactNo: number, revision: number) => ({ kind, artifactNo, revision });
    const content = (name: string) => JSON.stringify(aProposal(name));
    const REVISION = "SCOPE AND artifact_no = 1 AND revision";

    it.each([
      ["the text of the head", `content = ? WHERE ${REVISION} = 3`, content("3"), 3, 2],
      ["the text of an older one", `content = ? WHERE ${REVISION} = 1`, content("3"), 1, 0],
      ["the evidence", `evidence = ? WHERE ${REVISION} = 2`, '{"sourceRefs":[],"artifactRefs":[]}', 2, 1],
      ["the hash", `hash = ? WHERE ${REVISION} = 2`, Buffer.alloc(32), 2, 1],
      ["the text, into none", `content = ? WHERE ${REVISION} = 2`, "{", 2, 1],
      ["the text, into another shape", `content = ? WHERE ${REVISION} = 2`, "null", 2, 1],
    ])("finds a Revision of which somebody altered %s", async (_, sql, value, revision, whole) => {
      const report = await damage(`UPDATE artifact_revision SET ${sql}`, value);
      expect(report).toEqual({ revisions: whole, fault: at("altered_content", 1, revision) });
    });

    it.each([
      ["first", 1, 0],
      ["middle", 2, 1],
      ["last", 3, 2],
    ])("finds that the %s Revision is gone", async (_, revision, whole) => {
      const report = await damage(`DELETE FROM artifact_revision WHERE ${REVISION} = ?`, revision);
      expect(report).toEqual({ revisions: whole, fault: at("broken_chain", 1, revision) });
    });

    it("finds an Experience without any Revision, and one of which nothing is left", async () => {
      const revision = "DELETE FROM artifact_revision WHERE SCOPE AND artifact_no = 2";
      const head = "DELETE FROM artifact WHERE SCOPE AND artifact_no = 2";
      expect(await damage(revision)).toEqual({ revisions: 3, fault: at("broken_chain", 2, 1) });
      const report = await damaged([[revision], [head]], (over) => over.audit(scope));
      expect(report).toEqual({ revisions: 3, fault: { kind: "lost_result", candidateNo: 3 } });
    });

    it("finds an Experience that is gone before others", async () => {
      const report = await damage("DELETE FROM artifact WHERE SCOPE AND artifact_no = 1");
      expect(report).toEqual({ revisions: 0, fault: at("broken_chain", 1, 1) });
    });

    it.each([
      ["an older Revision than the last", 1, 2, { revisions: 2, fault: at("wrong_head", 1, 3) }],
      ["a Revision that never was", 1, 4, { revisions: 3, fault: at("broken_chain", 1, 4) }],
      ["a Revision that never was, of the last Experience", 2, 2, { revisions: 4, fault: at("broken_chain", 2, 2) }],
    ])("finds a head that names %s", async (_, artifactNo, revision, expected) => {
      const report = await damage(
        "UPDATE artifact SET revision = ? WHERE SCOPE AND artifact_no = ?",
        revision,
        artifactNo,
      );
      expect(report).toEqual(expected);
    });

    it("finds a Revision that was rewritten together with its hash", async () => {
      const forged = aProposal("forged");
      const evidence = { sourceRefs: [{ name: "content", sourceId: "alice" }], artifactRefs: [] };
      const report = await damage(
        `UPDATE artifact_revision SET content = ?, hash = ? WHERE ${REVISION} = 1`,
        JSON.stringify(forged),
        artifactHash(forged, evidence),
      );
      expect(report).toEqual({ revisions: 4, fault: { kind: "altered_result", candidateNo: 1 } });
    });

    it.each([
      ["names no result", "candidate SET result_revision = NULL WHERE SCOPE AND candidate_no = 2", "lost_result"],
      [
        "names a result that never was",
        "candidate SET result_revision = 9 WHERE SCOPE AND candidate_no = 2",
        "lost_result",
      ],
      ["names another result", "candidate SET result_revision = 1 WHERE SCOPE AND candidate_no = 2", "altered_result"],
      [
        "had another target",
        "candidate_version SET target_revision = 2 WHERE SCOPE AND candidate_no = 2",
        "altered_result",
      ],
      [
        "proposed something else",
        `candidate_version SET proposal = '${content("else")}' WHERE SCOPE AND candidate_no = 2`,
        "altered_result",
      ],
    ])("finds an approved Candidate that %s", async (_, sql, kind) => {
      expect(await damage(`UPDATE ${sql}`)).toEqual({ revisions: 4, fault: { kind, candidateNo: 2 } });
    });

    it.each([
      ["a Revision that nobody approved", "UPDATE candidate SET status = 'pending' WHERE SCOPE AND candidate_no = 4"],
      ["more Experiences than the inbox gave out", "UPDATE review_head SET last_artifact = 1 WHERE SCOPE"],
      ["fewer Experiences than are active", "UPDATE review_head SET active_artifacts = 3 WHERE SCOPE"],
      [
        "a Revision of an Experience that is not there",
        `INSERT INTO artifact_revision (scope_key, artifact_no, revision, content, evidence, hash)
         SELECT scope_key, 9, revision, content, evidence, hash FROM artifact_revision WHERE SCOPE AND artifact_no = 2`,
      ],
    ])("finds %s", async (_, sql) => {
      expect(await damage(sql)).toEqual({ revisions: 4, fault: { kind: "wrong_counts" } });
    });

    it("finds a scope whose inbox is gone", async () => {
      expect(await damage("DELETE FROM review_head WHERE SCOPE")).toEqual({
        revisions: 0,
        fault: { kind: "wrong_counts" },
      });
    });

    it("finds nothing in a scope that has only Candidates, and names each scope with what it holds", async () => {
      const waiting = freshScope();
      await calls.capture(waiting);
      await calls.propose(waiting, "pending");
      const reports = new Map<ScopeId, ExperienceAuditReport>();
      await damaged([[`DELETE FROM artifact_revision WHERE ${REVISION} = 3`]], async (over) => {
        for await (const { scope: listed, ...report } of over.auditAll()) reports.set(listed.id, report);
      });
      expect(reports.get(waiting)).toEqual({ revisions: 0, fault: undefined });
      expect(reports.get(scopeId)).toEqual({ revisions: 2, fault: at("broken_chain", 1, 3) });
    });

    it("follows more Revisions than it reads at once, in as much text at a time as a page has", async () => {
      const many = freshScope();
      await calls.capture(many);
      let head = await calls.approved(many, "1");
      for (let n = 2; n <= 64; n++) {
        head = resultOf(await calls.approve(many, await calls.proposeOn(many, String(n), head)));
      }
      await calls.approved(many, "other");
      scope = (await adapters.scopes.find(adapters.unitOfWork.reader, many))!;
      adapters.takeStatements();
      await expect(audit.audit(scope)).resolves.toEqual({ revisions: 65, fault: undefined });
      expect(adapters.takeStatements()).toHaveLength(9);
      const report = await damage(`UPDATE artifact_revision SET content = '{}' WHERE ${REVISION} = 64`);
      expect(report).toEqual({ revisions: 63, fault: at("altered_content", 1, 64) });
    });
  });
}
