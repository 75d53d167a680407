import type { ScopeId } from "../../src/kernel/ids.js";
import { reviewOver } from "../support/compose-review.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";
import { ReviewCalls } from "./review-calls.js";

/** Paging through the inbox. */
export function reviewPagesConformance(family: AdapterFamily): void {
  describe(`the pages of the review inbox on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let calls: ReviewCalls;
    beforeAll(async () => {
      adapters = await family.open();
      calls = new ReviewCalls(reviewOver(adapters), adapters);
    });
    afterAll(() => adapters.close());

    const filled = async (...names: readonly string[]): Promise<ScopeId> => {
      const scope = freshScope("pages");
      await calls.capture(scope);
      for (const name of names) await calls.propose(scope, name);
      return scope;
    };
    const names = (page: Awaited<ReturnType<ReviewCalls["list"]>>): readonly string[] =>
      page.candidates.map(({ proposal }) => proposal.lesson.replace("lesson ", ""));

    it("run from the oldest to the newest, each once, and end without a cursor", async () => {
      const scope = await filled("a", "b", "c", "d", "e");
      const first = await calls.list(scope, { limit: 2 });
      const second = await calls.list(scope, { limit: 2, cursor: first.nextCursor! });
      const third = await calls.list(scope, { limit: 2, cursor: second.nextCursor! });
      expect([first, second, third].map(names)).toEqual([["a", "b"], ["c", "d"], ["e"]]);
      expect(third.nextCursor).toBeUndefined();
      const exact = await calls.list(scope, { limit: 5 });
      expect([names(exact).length, exact.nextCursor]).toEqual([5, undefined]);
    });

    it("show what comes in meanwhile on a later page, and leave out what was decided meanwhile", async () => {
      const scope = await filled("a", "b", "c", "d");
      const first = await calls.list(scope, { limit: 2 });
      await Promise.all(["x", "y", "z"].map((name) => calls.propose(scope, name)));
      const { candidates } = await calls.list(scope);
      await calls.reject(scope, candidates[0]!);
      await calls.approve(scope, candidates[2]!);
      const rest = names(await calls.list(scope, { cursor: first.nextCursor! }));
      expect([rest[0], rest.slice(1).toSorted()]).toEqual(["d", ["x", "y", "z"]]);
      expect(await calls.lessons(scope, "rejected")).toEqual(["a"]);
      expect(await calls.lessons(scope, "approved")).toEqual(["c"]);
    });

    it("hold only the scope and the status asked for", async () => {
      const [scope, other] = [await filled("a", "b"), await filled("theirs")];
      expect(await calls.lessons(scope)).toEqual(["a", "b"]);
      expect(await calls.lessons(other)).toEqual(["theirs"]);
      expect(await calls.lessons(scope, "rejected")).toEqual([]);
    });

    it("are empty for the reserved family and full for ours", async () => {
      const scope = await filled("a", "b");
      const page = (family: "skill" | "experience") =>
        calls.review.inbox.list({ scopeId: scope, status: "pending", family, cursor: undefined, limit: 1 });
      expect(await page("skill")).toEqual({ candidates: [], nextCursor: undefined });
      const ours = await page("experience");
      expect(names(ours)).toEqual(["a"]);
      const rest = { scopeId: scope, status: "pending", cursor: ours.nextCursor, limit: 1 } as const;
      expect(names(await calls.review.inbox.list({ ...rest, family: "experience" }))).toEqual(["b"]);
      const foreign = { code: "invalid_request", details: { errors: [{ field: "cursor" }] } };
      await expect(calls.review.inbox.list({ ...rest, family: undefined })).rejects.toMatchObject(foreign);
    });

    it("are read in one statement", async () => {
      const scope = await filled("a", "b");
      adapters.takeStatements();
      const { candidates } = await calls.list(scope, { limit: 1 });
      await calls.get(scope, candidates[0]!);
      expect(adapters.takeStatements().map(({ statement }) => statement.name)).toEqual([
        "candidate.list",
        "candidate.find",
      ]);
    });
  });
}
