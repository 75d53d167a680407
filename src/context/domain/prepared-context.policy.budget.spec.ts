import fc from "fast-check";

import {
  aMemory,
  anExperience,
  aPackInput,
  contentOf,
  itemsOf,
  textsOf,
} from "../../../test/support/context-candidates.js";
import { naiveItem } from "../../../test/support/prepared-context.oracle.js";
import { buildPreparedContext } from "./prepared-context.policy.js";

const EMPTY_ITEM = 595;
const MIXED = "🔥🎭😄漢字é";
const bytes = (text: string): number => Buffer.byteLength(text, "utf8");

const one = (text: string, maxBytes: number) =>
  buildPreparedContext(aPackInput({ memories: [aMemory(1, text)], maxBytes }));

const anyText = fc.string({ unit: "binary", maxLength: 900 }).filter((text) => text.trim() !== "");
const longText = fc
  .tuple(fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }), fc.integer({ min: 1, max: 120 }))
  .map(([unit, times]) => `m${unit.repeat(times)}`);
const text = fc.oneof(
  anyText,
  longText,
  fc.constantFrom(MIXED.repeat(110), "\u0000".repeat(2000), "\u{e0041}".repeat(501)),
);

describe("the budget of a PreparedContext", () => {
  it.each([
    ["ASCII", "a", 1],
    ["CJK", "漢", 3],
    ["emoji", "🔥", 4],
    ["a letter with combining marks", "e\u0301\u0323", 5],
  ])("counts %s in UTF-8 bytes", (_, unit, width) => {
    const whole = unit.repeat(100);

    expect(one(whole, EMPTY_ITEM + 100 * width)).toMatchObject({ contentBytes: EMPTY_ITEM + 100 * width });
    expect(itemsOf(one(whole, EMPTY_ITEM + 100 * width))).toMatchObject([{ content: whole, truncated: false }]);
    expect(itemsOf(one(whole, EMPTY_ITEM + 100 * width - 1))).toMatchObject([{ truncated: true }]);
  });

  it.each([
    ["ASCII", "a", "a".repeat(1997)],
    ["CJK", "漢", "漢".repeat(665)],
    ["emoji", "🔥", "🔥".repeat(499)],
    ["a letter with combining marks", "e\u0301\u0323", "e\u0301\u0323".repeat(399) + "e"],
  ])("cuts an item of %s at 2000 bytes with the ellipsis, between code points", (_, unit, prefix) => {
    expect(itemsOf(one(unit.repeat(3000), 32_768))).toMatchObject([{ content: `${prefix}…`, truncated: true }]);
  });

  it.each([
    [1999, false],
    [2000, false],
    [2001, true],
  ])("shows %i bytes with truncated %s", (length, truncated) => {
    expect(itemsOf(one("x".repeat(length), 32_768))).toMatchObject([
      { content: truncated ? `${"x".repeat(1997)}…` : "x".repeat(length), truncated },
    ]);
  });

  it("counts the ellipsis against the budget", () => {
    const prepared = one("x".repeat(500), EMPTY_ITEM - 1 + 103);

    expect(prepared).toMatchObject({ contentBytes: EMPTY_ITEM - 1 + 103 });
    expect(textsOf(prepared)).toEqual([`${"x".repeat(100)}…`]);
  });

  it("cuts to 64 bytes and no shorter, though a short text is shown whole", () => {
    const shortest = EMPTY_ITEM - 1 + 64;

    expect(textsOf(one("x".repeat(500), shortest))).toEqual([`${"x".repeat(61)}…`]);
    expect(one("x".repeat(500), shortest - 1)).toEqual({ status: "empty" });
    expect(textsOf(one("x".repeat(10), shortest - 1))).toEqual(["x".repeat(10)]);
  });

  it("counts 64 and 2000 before escaping and the total after it", () => {
    const escaped = "\u0007".repeat(64);

    expect(itemsOf(one(escaped, EMPTY_ITEM + 64 * 6))).toMatchObject([{ content: escaped, truncated: false }]);
    expect(textsOf(one(escaped, EMPTY_ITEM - 1 + 61 * 6 + 3))).toEqual([`${"\u0007".repeat(61)}…`]);
    expect(one(escaped, EMPTY_ITEM - 1 + 60 * 6 + 3)).toEqual({ status: "empty" });
    expect(one("\u0007".repeat(2000), 32_768)).toMatchObject({ contentBytes: EMPTY_ITEM + 2000 * 6 });
  });

  it("allows a later short candidate after one that finds no room", () => {
    const memories = [aMemory(1, "\u0007".repeat(200)), aMemory(2, "short")];

    expect(textsOf(buildPreparedContext(aPackInput({ memories, maxBytes: EMPTY_ITEM + 200 })))).toEqual(["short"]);
  });

  it("shows an 8,192-byte entry cut and five short ones within 3 KB", () => {
    const short = [1, 2, 3, 4, 5].map((number) => aMemory(number, `short ${String(number)}`));
    const memories = [...short, aMemory(6, "x".repeat(8192))];

    const prepared = buildPreparedContext(aPackInput({ memories, maxBytes: 3000 }));

    expect(prepared).toMatchObject({ contentBytes: 3000 });
    expect(itemsOf(prepared).map((item) => item.truncated)).toEqual([false, false, false, false, false, true]);
  });

  it("is empty at every budget from 1 to 200 and to the end of the frame, and ready from the first that fits", () => {
    for (let maxBytes = 1; maxBytes < EMPTY_ITEM + bytes(MIXED); maxBytes++) {
      expect(one(MIXED, maxBytes)).toEqual({ status: "empty" });
    }
    expect(textsOf(one(MIXED, EMPTY_ITEM + bytes(MIXED)))).toEqual([MIXED]);
  });

  it("never breaks a code point when 1 to 200 bytes are left for the text", () => {
    const long = MIXED.repeat(20);
    for (let room = 1; room <= 200; room++) {
      const prepared = one(long, EMPTY_ITEM - 1 + room);
      expect(prepared.status).toBe(room < 64 ? "empty" : prepared.status);
      if (prepared.status === "empty") continue;
      const [content = ""] = textsOf(prepared);
      expect(prepared.content.isWellFormed()).toBe(true);
      expect(prepared.contentBytes).toBeLessThanOrEqual(EMPTY_ITEM - 1 + room);
      expect(long.startsWith(content.slice(0, -1))).toBe(true);
      expect(content.at(-1)).toBe("…");
      expect(room - bytes(content)).toBeLessThan(4);
    }
  });

  it("satisfies the final byte budget at every boundary of a mixed pack", () => {
    const input = aPackInput({
      memories: [aMemory(1, MIXED.repeat(12)), aMemory(2, '"\\\n'.repeat(60)), aMemory(3, "short")],
      experiences: [anExperience(1, { lesson: "\u202e漢".repeat(40) })],
    });
    const whole = buildPreparedContext({ ...input, maxBytes: 32_768 });
    expect(itemsOf(whole).map((item) => item.truncated)).toEqual([false, false, false, false]);
    const size = bytes(contentOf(whole));

    for (let maxBytes = 512; maxBytes <= size; maxBytes++) {
      const prepared = buildPreparedContext({ ...input, maxBytes });
      if (prepared.status === "empty") continue;
      expect(prepared.contentBytes).toBe(bytes(prepared.content));
      expect(prepared.contentBytes).toBeLessThanOrEqual(maxBytes);
      itemsOf(prepared);
    }
    expect(buildPreparedContext({ ...input, maxBytes: size })).toEqual(whole);
    expect(buildPreparedContext({ ...input, maxBytes: size - 1 })).not.toEqual(whole);
  });

  it("always shows the longest prefix that fits, as trying every one of them does", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 512, max: 4000 }), (value, maxBytes) => {
        const expected = naiveItem(value, maxBytes - EMPTY_ITEM);
        const prepared = one(value, maxBytes);
        expect(prepared.status === "empty" ? undefined : itemsOf(prepared)[0]).toEqual(
          expected && expect.objectContaining(expected),
        );
      }),
      { numRuns: 200 },
    );
  });

  it("keeps budget, order, citations and truth of the flag for any candidates", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 10 }), fc.integer({ min: 1, max: 8000 }), (texts, maxBytes) => {
        const input = aPackInput({ memories: texts.map((value, index) => aMemory(index, value)), maxBytes });
        const prepared = buildPreparedContext(input);
        expect(buildPreparedContext(input)).toEqual(prepared);
        if (prepared.status === "empty") return;
        expect(prepared.contentBytes).toBe(bytes(prepared.content));
        expect(prepared.contentBytes).toBeLessThanOrEqual(maxBytes);
        expect(prepared.content.isWellFormed()).toBe(true);
        const ids = itemsOf(prepared).map((item) => item.citation.entry_id ?? "");
        expect(ids).toEqual([...ids].sort());
        for (const item of itemsOf(prepared)) {
          const whole = input.memories.find((memory) => memory.entryId === item.citation.entry_id)?.text ?? "";
          if (item.truncated) expect(whole.startsWith(item.content.slice(0, -1))).toBe(true);
          else expect(item.content).toBe(whole);
        }
      }),
      { numRuns: 150 },
    );
  });
});
