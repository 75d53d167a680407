import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

import type { BenchOptions } from "./options.js";
import type { Row } from "./row.js";
import { Server } from "./server.js";
import { OceanBaseTarget } from "./target.oceanbase.js";
import { sqliteTarget } from "./target.sqlite.js";
import type { Target } from "./target.js";

/** A part of the table, which can be run by its name alone. */
export interface Section {
  readonly name: string;
  readonly title: string;
  /** Too long for a run of everything. */
  readonly isOnlyByName?: true;
  run(bench: Bench): Promise<readonly Row[]>;
}

/** What one run of the bench shares: its options, its database, its folder, and the memory that its servers took. */
export class Bench {
  /** Label → bytes, of the servers that have stopped; the larger one where a label came twice. */
  readonly peaks = new Map<string, number>();

  private constructor(
    readonly options: BenchOptions,
    readonly target: Target,
    /** Of this run alone. */
    readonly folder: string,
  ) {}

  static async open(options: BenchOptions): Promise<Bench> {
    await mkdir(options.folder, { recursive: true });
    const target = options.database === "oceanbase" ? await OceanBaseTarget.start() : sqliteTarget;
    return new Bench(options, target, await mkdtemp(join(options.folder, "run-")));
  }

  async close(): Promise<void> {
    await this.target.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** So many in a full run, fewer in a quick one. */
  count(full: number, quick: number): number {
    return this.options.quick ? quick : full;
  }

  dataDir(name: string): Promise<string> {
    return mkdtemp(join(this.folder, `${name}-`));
  }

  /** Runs `use` against a server over that data, then stops it and notes its memory. */
  async withServer<T>(
    label: string,
    dataDir: string,
    use: (server: Server) => Promise<T>,
    target = this.target,
  ): Promise<T> {
    const settings = await target.settings(dataDir);
    const server = await Server.start({ entryPoint: this.options.entryPoint, dataDir, settings });
    const result = await use(server);
    await server.stop();
    this.peaks.set(label, Math.max(server.peakMemory, this.peaks.get(label) ?? 0));
    return result;
  }
}
