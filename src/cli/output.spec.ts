import { painter } from "./output.js";

const screen = (isTTY: boolean, colours: boolean) => ({ isTTY, hasColors: () => colours });

describe("painter", () => {
  it("colours on a terminal that shows colours", () => {
    expect(painter(screen(true, true), false)("red", "text")).toBe("\u001b[31mtext\u001b[39m");
  });

  it.each([
    ["a pipe", screen(false, true), false],
    ["a stream that is no terminal at all", {}, false],
    ["a terminal without colours", screen(true, false), false],
    ["NO_COLOR", screen(true, true), true],
  ])("leaves the text alone for %s", (_, stream, noColor) => {
    expect(painter(stream, noColor)("red", "text")).toBe("text");
  });
});
