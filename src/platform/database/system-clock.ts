import { Clock } from "../../kernel/clock.port.js";

export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }
}
