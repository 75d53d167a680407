import { oceanbaseFamily } from "../adapters/oceanbase.family.js";
import { sqliteFamily } from "../adapters/sqlite.family.js";
import type { OpenAdapters } from "../conformance/harness.js";
import { experienceAuditOver } from "../support/compose-review.js";
import { testedDatabase } from "../support/test-database.js";
import { ReviewHistory, type HistoryReport } from "./review-histories.js";
import type { Success } from "./review-model.js";
import { explain } from "./review-order.js";
import { generator } from "./trials.js";

/** More with `npm run race -- --reviews N`. */
const TRIALS = Number(process.env["POWERCONTEXT_RACE_TRIALS"] ?? 200);
const SEED = Number(process.env["POWERCONTEXT_RACE_SEED"] ?? 7);
const LONGEST_HISTORY_MS = 500;

const family = { sqlite: sqliteFamily, oceanbase: oceanbaseFamily }[testedDatabase];

describe(`an inbox of eight clients on ${family.name}`, () => {
  let adapters: OpenAdapters;
  beforeAll(async () => {
    adapters = await family.open();
  });
  afterAll(() => adapters.close());

  it(
    `has ${String(TRIALS)} random histories that some order of their successful calls explains`,
    async () => {
      const random = generator(SEED);
      const begin = performance.now();
      const reports: HistoryReport[] = [];
      for (let trial = 0; trial < TRIALS; trial++) {
        reports.push(await new ReviewHistory(adapters, random).run());
        adapters.takeStatements();
      }
      const refusals: Record<string, number> = {};
      for (const [code, count] of reports.flatMap((report) => Object.entries(report.refusals))) {
        refusals[code] = (refusals[code] ?? 0) + count;
      }
      const successes = reports.reduce((sum, report) => sum + report.successes, 0);
      const seconds = Math.round((performance.now() - begin) / 1_000);
      if (TRIALS > 1_000) process.stdout.write(`${JSON.stringify({ trials: TRIALS, successes, refusals, seconds })}\n`);
      expect(reports.flatMap(({ faults }) => faults)).toEqual([]);
      let revisions = 0;
      // Other suites damage scopes of their own in the database that they share with this one.
      const ours = new Set<string>(reports.map(({ scope }) => scope));
      for await (const audited of experienceAuditOver(adapters).auditAll()) {
        if (!ours.has(audited.scope.id)) continue;
        expect(audited.fault).toBeUndefined();
        revisions += audited.revisions;
      }
      expect(revisions).toBeGreaterThan(TRIALS);
      // Clients that never met would explain everything.
      expect(refusals).toEqual({
        candidate_terminal: expect.any(Number) as unknown,
        candidate_conflict: expect.any(Number) as unknown,
        artifact_conflict: expect.any(Number) as unknown,
      });
      expect(successes).toBeGreaterThan(10 * TRIALS);
    },
    60_000 + TRIALS * LONGEST_HISTORY_MS,
  );
});

describe("the search for an explanation", () => {
  const base = { version: 1, status: "pending", says: "x", target: undefined, result: undefined } as const;
  const propose = (id: string, more: Partial<Success["answer"]> = {}, called = 1, answered = 99): Success => ({
    kind: "propose",
    expectedVersion: undefined,
    answer: { ...base, id, ...more },
    called,
    answered,
  });
  const approve = (id: string, result: string, more: Partial<Success["answer"]> = {}, called = 1, answered = 99) => ({
    ...propose(id, { status: "approved", result, ...more }, called, answered),
    kind: "approve" as const,
    expectedVersion: 1,
  });

  it("finds the order in which calls that met must have come", () => {
    const first = [approve("c1", "exp_1@1"), propose("c1")];
    const onIt = { target: "exp_1@1" };
    const second = [approve("c2", "exp_1@2", onIt), propose("c3", onIt), propose("c2", onIt)];
    expect(explain([...second, ...first]).kind).toBe("explained");
  });

  it.each([
    ["a Candidate approved twice", [propose("c1"), approve("c1", "exp_1@1"), approve("c1", "exp_2@1")]],
    [
      "one Revision made twice",
      [
        propose("c1"),
        approve("c1", "exp_1@1"),
        propose("c2", { target: "exp_1@1" }),
        propose("c3", { target: "exp_1@1" }),
        approve("c2", "exp_1@2", { target: "exp_1@1" }),
        approve("c3", "exp_1@2", { target: "exp_1@1" }),
      ],
    ],
    ["an approval of another version", [propose("c1"), approve("c1", "exp_1@1", { version: 2 })]],
    ["an approval of other words", [propose("c1"), approve("c1", "exp_1@1", { says: "y" })]],
    [
      "a decision that was answered before the proposal was made",
      [propose("c1", {}, 5, 6), approve("c1", "exp_1@1", {}, 1, 2)],
    ],
    [
      "a proposal on a head that was known to have moved on",
      [
        propose("c1", {}, 1, 2),
        approve("c1", "exp_1@1", {}, 3, 4),
        propose("c2", { target: "exp_1@1" }, 5, 6),
        approve("c2", "exp_1@2", { target: "exp_1@1" }, 7, 8),
        propose("c3", { target: "exp_1@1" }, 9, 10),
      ],
    ],
    ["a target nobody approved", [propose("c1", { target: "exp_1@1" })]],
  ])("finds none for %s", (_, successes) => {
    expect(explain(successes).kind).toBe("unexplained");
  });
});
