import type { Section } from "./support/bench.js";

/** What the servers of the sections before it took. Runs last. */
export const memory: Section = {
  name: "memory",
  title: "Peak memory of the server process",
  run(bench) {
    const peaks = [...bench.peaks].filter(([, bytes]) => !Number.isNaN(bytes));
    return Promise.resolve(peaks.map(([name, bytes]) => ({ name, value: bytes / 2 ** 20, unit: "MiB" })));
  },
};
