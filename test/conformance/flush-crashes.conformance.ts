import type { ScopeId } from "../../src/kernel/ids.js";
import { payloadHash } from "../../src/source/domain/payload.policy.js";
import { memoryServiceOver } from "../support/compose.js";
import { Died, DyingUnitOfWork } from "../support/dying-unit-of-work.js";
import { flushOver } from "../support/flush-over.js";
import { OpenAiServer } from "../support/openai-server.js";
import { entryOf, oneEntryForEach } from "../support/scripted-memory.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";
import { MemoryCalls, textsOf } from "./memory-calls.js";

/** At least so many deaths: `npm run race -- --crashes 1000`. Without it, two for each step. */
const DEATHS = Number(process.env["POWERCONTEXT_RACE_CRASHES"] ?? 0);
const WINDOW = 3;
const SOURCES = 2 * WINDOW;
/** More than any flush takes. */
const FOR_EVER = 10_000;

export function flushCrashesConformance(family: AdapterFamily): void {
  describe(`A flush that dies on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let provider: OpenAiServer;
    let calls: MemoryCalls;
    beforeAll(async () => {
      adapters = await family.open();
      provider = await OpenAiServer.start();
      provider.chat.answer(oneEntryForEach);
      calls = new MemoryCalls(memoryServiceOver(adapters));
    });
    afterAll(async () => {
      await adapters.close();
      await provider.down();
    });

    const contentsOf = (scope: ScopeId): readonly string[] =>
      Array.from({ length: SOURCES }, (_, index) => `${scope} content ${String(index)}`);

    const filledScope = async (): Promise<ScopeId> => {
      const scope = freshScope("dying");
      await adapters.unitOfWork.run(async (tx) => {
        const key = await adapters.scopes.open(tx, scope);
        for (const content of contentsOf(scope)) {
          const hash = payloadHash(content, undefined);
          const source = { type: "content", sourceId: content, content, metadata: undefined, payloadHash: hash };
          await adapters.journal.append(tx, key, source);
        }
      });
      return scope;
    };

    /** Flushes once, in a process that dies after so many steps. @returns the steps it took, undefined when it died. */
    const flushUntilDeath = async (scope: ScopeId, lives: number): Promise<number | undefined> => {
      const unitOfWork = new DyingUnitOfWork(adapters.unitOfWork, lives);
      const { flushes } = flushOver({ ...adapters, unitOfWork }, provider, { sourcesInWindow: WINDOW });
      try {
        await flushes.flush(scope, { retryInMs: () => 0 });
        return unitOfWork.steps;
      } catch (error) {
        if (error instanceof Died) return undefined;
        throw error;
      }
    };

    /** The claim of the dead, as if its time had come. */
    const letClaimRunOut = (scope: ScopeId): Promise<unknown> =>
      adapters.unitOfWork.run(async (tx) => {
        const key = await adapters.scopes.open(tx, scope);
        const sql = "UPDATE source_cursor SET claimed_until = 0 WHERE scope_key = ? AND claim IS NOT NULL";
        await tx.execute({ name: "test.claim-runs-out", sql }, [key]);
      });

    /** How many Sources the cursor has passed, when the Memory holds the entries of just these. */
    const processed = async (scope: ScopeId): Promise<number> => {
      const { cursor } = (await adapters.cursors.backlog(adapters.unitOfWork.reader, scope, "memory"))!;
      const { entries } = await calls.list(scope);
      const expected = contentsOf(scope).slice(0, cursor).map(entryOf);
      expect(textsOf(entries)).toEqual([...expected].sort());
      return cursor;
    };

    it(
      "between any two of its steps has done all of its window or nothing, and the next ones do the rest once",
      async () => {
        const steps = (await flushUntilDeath(await filledScope(), FOR_EVER))!;
        expect(steps).toBeGreaterThan(15);
        const outcomes = new Set<number>();
        for (let pair = 0; pair < Math.max(steps, DEATHS / 2); pair++) {
          const scope = await filledScope();
          expect(await flushUntilDeath(scope, pair % steps)).toBeUndefined();
          const afterFirst = await processed(scope);
          outcomes.add(afterFirst);
          await letClaimRunOut(scope);
          // Another process, which dies too, elsewhere.
          await flushUntilDeath(scope, (pair * 7 + Math.floor(pair / steps) + 3) % steps);
          expect(await processed(scope)).toBeGreaterThanOrEqual(afterFirst);
          await letClaimRunOut(scope);
          for (let left = SOURCES; left > 0; left -= WINDOW) await flushUntilDeath(scope, FOR_EVER);
          expect(await processed(scope)).toBe(SOURCES);
        }
        // It died before the commit and after it.
        expect([...outcomes].sort()).toEqual([0, WINDOW]);
      },
      60_000 + DEATHS * 500,
    );
  });
}
