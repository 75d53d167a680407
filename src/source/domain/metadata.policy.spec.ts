import { metadataProblem } from "./metadata.policy.js";
import type { JsonObject } from "./source.types.js";

function nested(levels: number): JsonObject {
  let value: JsonObject = {};
  for (let level = 1; level < levels; level++) value = level % 2 === 0 ? { inner: value } : { list: [value] };
  return value;
}

function depthOf(levels: number): JsonObject {
  let value: JsonObject = {};
  for (let level = 1; level < levels; level++) value = { inner: value };
  return value;
}

/** `{"k":"xx…"}` has eight bytes around its text. */
function sized(bytes: number): JsonObject {
  return { k: "x".repeat(bytes - 8) };
}

describe("metadataProblem", () => {
  it.each([
    ["an empty object", {}],
    ["scalars of every kind", { a: 1, b: "x", c: true, d: null, e: 1.5 }],
    ["64 levels", depthOf(64)],
    ["65,536 bytes", sized(65_536)],
  ])("accepts %s", (_what, metadata) => {
    expect(metadataProblem(metadata)).toBeUndefined();
  });

  it("refuses 65 levels", () => {
    expect(metadataProblem(depthOf(65))).toBe("is nested deeper than 64 levels");
  });

  it("counts arrays as levels", () => {
    expect(metadataProblem(nested(40))).toBeUndefined();
    expect(metadataProblem(nested(64))).toBe("is nested deeper than 64 levels");
  });

  it("refuses ten thousand levels without overflowing the stack", () => {
    expect(metadataProblem(depthOf(10_000))).toBe("is nested deeper than 64 levels");
  });

  it("refuses one byte more than 65,536", () => {
    expect(metadataProblem(sized(65_537))).toBe("is larger than 65536 bytes in canonical form");
  });

  it("counts UTF-8 bytes, not characters", () => {
    expect(metadataProblem({ k: "漢".repeat(21_842) })).toBeUndefined();
    expect(metadataProblem({ k: "漢".repeat(21_843) })).toBe("is larger than 65536 bytes in canonical form");
  });

  it("measures the canonical form, in which an escape has the length of its character", () => {
    const metadata = JSON.parse(`{"k":"${"\\u0078".repeat(65_528)}"}`) as JsonObject;
    expect(metadataProblem(metadata)).toBeUndefined();
  });
});
