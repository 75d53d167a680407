import { EXIT, type ExitCode } from "../exit-codes.js";
import { print } from "../output.js";
import { whileWaiting } from "../progress.js";
import { openScope, type ScopedOptions } from "../session.js";

export interface FlushOptions extends ScopedOptions {
  readonly through?: number;
}

/** Turns captured Sources into Memory: one window of them, or all up to a position. */
export async function flush({ through, ...options }: FlushOptions): Promise<ExitCode> {
  const { client, scope, json, paint } = await openScope(options);
  const answer = await whileWaiting("flushing", () =>
    through === undefined
      ? client.flushMemory({ scope_id: scope })
      : client.flushThrough({ scope_id: scope, position: through }),
  );
  const place = `${answer.current_cursor} of ${answer.high_watermark}`;
  const revision = answer.memory === null ? "" : `, Memory at Revision ${answer.memory.revision}`;
  print(answer, json, () => [
    answer.status === "idle"
      ? `Nothing to do: read up to Source ${place}.`
      : paint(
          "green",
          `Read ${answer.processed_source_count} ${answer.processed_source_count === 1 ? "Source" : "Sources"}, up to ${place}${revision}.`,
        ),
  ]);
  return EXIT.ok;
}
