import { isDeepStrictEqual } from "node:util";

/** Counts what was looked at, and prints every line of it. */
export class Checks {
  passed = 0;
  failed = 0;

  /** In the words of Jest, which .ci/run counts by. */
  get summary() {
    const failed = this.failed === 0 ? "" : `${this.failed} failed, `;
    return `Tests:       ${failed}${this.passed} passed, ${this.passed + this.failed} total`;
  }

  begin(title) {
    console.log(`\n== ${title} (${Math.round(performance.now() / 1_000)} s)`);
  }

  equal(what, actual, expected) {
    this.report(what, isDeepStrictEqual(actual, expected), () => `expected ${show(expected)}, got ${show(actual)}`);
  }

  matches(what, text, pattern) {
    this.report(what, pattern.test(text), () => `${pattern} is not in:\n${text.slice(-3_000)}`);
  }

  atMost(what, actual, limit, unit) {
    this.report(`${what}: ${actual} ${unit}`, actual <= limit, () => `more than ${limit} ${unit}`);
  }

  report(what, holds, why) {
    if (holds) this.passed += 1;
    else this.failed += 1;
    console.log(`${holds ? "  ok  " : "  FAILED  "}${what}${holds ? "" : `: ${why()}`}`);
  }
}

const show = (value) => JSON.stringify(value)?.slice(0, 1_000);
