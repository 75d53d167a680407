import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds of processor a process has used: the thread that runs its JavaScript, and all others together. */
export interface ProcessorTime {
  readonly main: number;
  readonly others: number;
}

/** What other processes do to the machine hardly shows here, unlike in answers per second. NaN where there is no /proc. */
export function processorTimeOf(pid: number): ProcessorTime {
  try {
    const threads = readdirSync(`/proc/${String(pid)}/task`);
    const times = threads.map((thread) => ({ isMain: thread === String(pid), ms: millisecondsOf(pid, thread) }));
    const sum = (isMain: boolean): number =>
      times.reduce((total, time) => (time.isMain === isMain ? total + time.ms : total), 0);
    return { main: sum(true), others: sum(false) };
  } catch {
    return { main: Number.NaN, others: Number.NaN };
  }
}

function millisecondsOf(pid: number, thread: string): number {
  const [nanoseconds] = readFileSync(`/proc/${String(pid)}/task/${thread}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}

/** The process and all that it has started. The process alone where there is no /proc. */
export function processesFrom(pid: number): readonly number[] {
  return [pid, ...childrenOf(pid).flatMap(processesFrom)];
}

function childrenOf(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, "utf8");
    return text.split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
