// Preloaded into a server (`node --import`): at SIGUSR2 its clock of the wall goes back one hour, as when an administrator
// or a time server sets it. Timers and durations run on.
const HOUR_MS = 3_600_000;

const now = Date.now;
let shiftMs = 0;

class ShiftedDate extends Date {
  constructor(...given) {
    if (given.length === 0) super(now() + shiftMs);
    else super(...given);
  }

  static now() {
    return now() + shiftMs;
  }
}

globalThis.Date = ShiftedDate;
process.on("SIGUSR2", () => {
  shiftMs -= HOUR_MS;
});
