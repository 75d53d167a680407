/** Wall-clock time for records that people read. Coordination between processes uses the database's clock instead. */
export abstract class Clock {
  /** Milliseconds since the Unix epoch. */
  abstract now(): number;
}
