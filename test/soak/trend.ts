/** What one look at the server found. */
export interface Sample {
  /** Since the load began. */
  readonly minutes: number;
  readonly residentMb: number;
  readonly heapMb: number;
  readonly descriptors: number;
  /** Of the event loop since the look before, 99th percentile. */
  readonly lagMs: number;
  /** Answered so far. */
  readonly calls: number;
}

export interface Trend {
  readonly median: number;
  /** From the first sample to the last along the Theil–Sen line: the median of the slopes between all pairs. */
  readonly growth: number;
}

export interface Verdict {
  /** Of the floor of resident memory, in MB. */
  readonly resident: Trend;
  /** Of the floor of the heap in use, in MB. */
  readonly heap: Trend;
  readonly descriptors: Trend;
  /** In words; none when nothing grows. */
  readonly faults: readonly string[];
}

/** Part of its median that the floor of resident memory may rise by. */
const MOST_RESIDENT_GROWTH = 0.03;
/** A connection more or less is chance. */
const MOST_DESCRIPTOR_GROWTH = 2;
const WARM_UP_MINUTES = 5;
const WARM_UP_PART = 1 / 5;

/** The samples after the first five minutes, or after the first fifth of a shorter run. */
export function warmSamples(samples: readonly Sample[]): readonly Sample[] {
  const minutes = samples.at(-1)?.minutes ?? 0;
  const warmUp = Math.min(WARM_UP_MINUTES, minutes * WARM_UP_PART);
  return samples.filter((sample) => sample.minutes >= warmUp);
}

/**
 * Whether anything grew after the warm-up. Of memory it is the floor that is judged: a collector that has room waits, and so
 * moves the rest by a third; what leaks is still there when it has run.
 */
export function verdictOf(samples: readonly Sample[]): Verdict {
  const warm = warmSamples(samples);
  const points = (value: (sample: Sample) => number): readonly Point[] =>
    warm.map((sample) => [sample.minutes, value(sample)]);
  const resident = trendOf(floorOf(points(({ residentMb }) => residentMb)));
  const descriptors = trendOf(points((sample) => sample.descriptors));
  return {
    resident,
    heap: trendOf(floorOf(points(({ heapMb }) => heapMb))),
    descriptors,
    faults: [
      ...(resident.growth > resident.median * MOST_RESIDENT_GROWTH ? ["resident memory grows"] : []),
      ...(descriptors.growth > MOST_DESCRIPTOR_GROWTH ? ["descriptors grow"] : []),
    ],
  };
}

type Point = readonly [x: number, y: number];

const WINDOWS = 10;

/** The lowest point of each tenth of the run. */
export function floorOf(points: readonly Point[]): readonly Point[] {
  const size = Math.max(1, points.length / WINDOWS);
  const windows = Array.from({ length: Math.min(WINDOWS, points.length) }, (_, index) =>
    points.slice(Math.round(index * size), Math.round((index + 1) * size)),
  );
  return windows.flatMap((window) => window.toSorted(([, one], [, other]) => one - other).slice(0, 1));
}

export function trendOf(points: readonly Point[]): Trend {
  const slopes = points.flatMap(([x, y], index) =>
    points.slice(index + 1).flatMap(([laterX, laterY]) => (laterX > x ? [(laterY - y) / (laterX - x)] : [])),
  );
  const span = (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0);
  return { median: medianOf(points.map(([, y]) => y)), growth: medianOf(slopes) * span };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return (lower + upper) / 2;
}
