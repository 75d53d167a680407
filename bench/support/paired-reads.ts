import { Api } from "./api.js";
import { loadProbe, PROBE_SCOPE } from "./probe-scope.js";

const READS = ["search", "prepare"] as const;
export type Read = (typeof READS)[number];

/** Milliseconds of the same questions to the first server and to the second. */
export type Pairs = readonly [first: number[], second: number[]];

/** The same questions to the probe scope of two servers by turns, one after the other. */
export async function pairedReads(
  urls: readonly [string, string],
  rounds: number,
): Promise<Readonly<Record<Read, Pairs>>> {
  const apis = [await Api.open(urls[0]), await Api.open(urls[1])] as const;
  const { query } = await loadProbe(2);
  const samples: Record<Read, Pairs> = { search: [[], []], prepare: [[], []] };
  for (let round = -50; round < rounds; round++) {
    const asked = query();
    for (const read of READS) {
      // The second to be asked finds the processor warm: take turns at that, too.
      for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { ms } = await apis[side][read](PROBE_SCOPE, asked);
        if (round >= 0) samples[read][side].push(ms);
      }
    }
  }
  for (const api of apis) api.close();
  return samples;
}
