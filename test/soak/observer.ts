import { readdir, readFile } from "node:fs/promises";

import type { ServerProcess } from "../support/server-process.js";
import type { Sample } from "./trend.js";

const MB = 1024 * 1024;

/** Looks at a server from outside: /proc of its process, and its metrics. */
export class Observer {
  readonly samples: Sample[] = [];
  private readonly begin = performance.now();

  constructor(private readonly server: ServerProcess) {}

  async look(calls: number): Promise<Sample> {
    const minutes = (performance.now() - this.begin) / 60_000;
    const status = await readFile(`/proc/${String(this.server.pid)}/status`, "utf8");
    const descriptors = await readdir(`/proc/${String(this.server.pid)}/fd`);
    const metrics = await (await fetch(`${this.server.url}/metrics`)).text();
    const sample = {
      minutes: Math.round(minutes * 100) / 100,
      residentMb: rounded((Number(/VmRSS:\s+(\d+) kB/u.exec(status)?.[1]) * 1024) / MB),
      heapMb: rounded(metric(metrics, "nodejs_heap_size_used_bytes") / MB),
      descriptors: descriptors.length,
      lagMs: rounded(metric(metrics, "nodejs_eventloop_lag_p99_seconds") * 1_000),
      calls,
    };
    this.samples.push(sample);
    return sample;
  }
}

export const TABLE_HEAD = "minutes  resident MB  heap MB  descriptors  lag p99 ms    calls";

export function tableRow({ minutes, residentMb, heapMb, descriptors, lagMs, calls }: Sample): string {
  const columns = [minutes.toFixed(2), residentMb.toFixed(1), heapMb.toFixed(1), descriptors, lagMs.toFixed(1), calls];
  return columns.map((column, at) => String(column).padStart([7, 13, 9, 13, 12, 9][at] ?? 0)).join("");
}

function metric(text: string, name: string): number {
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`the server has no metric ${name}`);
  return Number(line.split(" ")[1]);
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
