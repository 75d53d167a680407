import { throughput, type Load } from "./load.js";
import { processorTimeOf } from "./processor-time.js";
import type { Row } from "./row.js";
import { median } from "./samples.js";

export interface Sample {
  readonly perSecond: number;
  /** Milliseconds of processor an answer took the server, in its JavaScript thread and in all others. */
  readonly main: number;
  readonly others: number;
}

/** The load, and what it took of the process that answers it. */
export async function measuredLoad(pid: number, load: Load): Promise<Sample> {
  const before = processorTimeOf(pid);
  const { answers, perSecond } = await throughput(load);
  const after = processorTimeOf(pid);
  return {
    perSecond,
    main: (after.main - before.main) / answers,
    others: (after.others - before.others) / answers,
  };
}

/** Steadier than rates while others use the machine: look here first when a rate moved. None where there is no /proc. */
export function processorRows(name: string, samples: readonly Sample[]): readonly Row[] {
  const rows = [
    { name: `processor, JavaScript thread, ${name}`, value: median(samples.map(({ main }) => main)), unit: "ms" },
    { name: `processor, other threads, ${name}`, value: median(samples.map(({ others }) => others)), unit: "ms" },
  ];
  return rows.filter(({ value }) => !Number.isNaN(value));
}
