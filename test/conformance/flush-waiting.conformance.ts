import type { DomainError } from "../../src/kernel/domain-error.js";
import { onFlushStage } from "../support/flush-stage.js";
import { candidates, FlushWorld } from "../support/flush-world.js";
import { OpenAiServer } from "../support/openai-server.js";
import { until } from "../support/until.js";
import type { AdapterFamily, OpenAdapters } from "./harness.js";

const refusalOf = (flushing: Promise<unknown>): Promise<unknown> =>
  flushing.then(
    () => "done",
    (error: unknown) => (error as DomainError).code,
  );

/** Flushes of one scope that wait for the one that runs. */
export function flushWaitingConformance(family: AdapterFamily): void {
  describe(`Flush on ${family.name}, while others wait for it`, () => {
    let adapters: OpenAdapters;
    let provider: OpenAiServer;
    let world: FlushWorld;
    onFlushStage(family, (stage) => {
      ({ adapters, provider, world } = stage);
    });

    /** Resolves when three that wait for the scope have asked for its claim: one alone would need seconds to ask so often. */
    const untilAllHaveAsked = async (): Promise<void> => {
      let refused = 0;
      await until(() => {
        const named = adapters.takeStatements().map(({ statement }) => statement.name);
        refused += named.filter((name) => name === "source-cursor.claimed-for").length;
        return refused >= 9;
      });
    };

    it("lets those that waited for a window that failed fail with it, and asks the model once", async () => {
      await world.capture("a");
      provider.chat.next({ kind: "status", status: 500 });
      const held = provider.chat.hold();
      const first = refusalOf(world.parts.flushes.flush(world.scope));
      await held.arrived;
      const waiting = Array.from({ length: 3 }, () => refusalOf(world.parts.flushes.flush(world.scope)));
      await untilAllHaveAsked();
      held.release();
      expect(await Promise.all([first, ...waiting])).toEqual(Array(4).fill("inference_unavailable"));
      expect(provider.received("chat")).toHaveLength(1);
      expect(await world.parts.claims.backlog(world.scope, "memory")).toMatchObject({ cursor: 0, failures: 1 });
      await expect(world.flush({ text: "at last" })).resolves.toMatchObject({ currentCursor: 1 });
    });

    it("begins nothing for those that wait when the server is to stop, and finishes what runs", async () => {
      await world.capture("a", "b");
      provider.chat.answer(() => candidates({ text: "said once" }));
      const held = provider.chat.hold();
      const first = world.parts.flushes.flush(world.scope);
      await held.arrived;
      const waiting = Array.from({ length: 3 }, () => refusalOf(world.parts.flushes.flush(world.scope)));
      await untilAllHaveAsked();
      world.parts.runtime.stop();
      expect(await Promise.all(waiting)).toEqual(Array(3).fill("runtime_not_ready"));
      expect(await refusalOf(world.parts.flushes.flush(world.scope))).toBe("runtime_not_ready");
      held.release();
      await expect(first).resolves.toMatchObject({ kind: "processed", currentCursor: 2 });
      expect(provider.received("chat")).toHaveLength(1);
    });
  });
}
