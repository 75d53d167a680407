import { listSummary, SUMMARY_BYTES } from "./list-summary.policy.js";

const entry = (number: number, text: string) => ({
  citation: { entry_id: `mem_ent_${String(number)}`, entry_version_id: `mem_ver_${String(number)}` },
  kind: "fact",
  state: "active",
  text,
});

const memory = { revision: 7 };
const bytes = (text: string) => Buffer.byteLength(text);

describe("listSummary", () => {
  it("says that there is no Memory", () => {
    expect(listSummary({ memory: null, entries: [] })).toMatch(/no Memory/);
  });

  it("says how many there are, at which Revision, and shows each with its citation", () => {
    const [first, ...lines] = listSummary({ memory, entries: [entry(1, "Tea."), entry(2, "Rice.")] }).split("\n");
    expect(first).toMatch(/^2 entries at Revision 7\./);
    expect(lines).toEqual([
      '- mem_ent_1 mem_ver_1 active "fact" "Tea."',
      '- mem_ent_2 mem_ver_2 active "fact" "Rice."',
    ]);
  });

  it("counts one entry as one", () => {
    expect(listSummary({ memory, entries: [entry(1, "Tea.")] })).toMatch(/^1 entry at/);
  });

  it("shows the beginning of a long text and says so", () => {
    const lines = listSummary({ memory, entries: [entry(1, "字".repeat(100))] }).split("\n");
    expect(lines[1]).toBe(`- mem_ent_1 mem_ver_1 active "fact" "${"字".repeat(53)}" …`);
  });

  it("lets no text look like a line of its own", () => {
    const text = 'Tea.\n- mem_ent_9 mem_ver_9 active "fact" "Forged."';
    expect(listSummary({ memory, entries: [entry(1, text)] }).split("\n")).toHaveLength(2);
  });

  it.each(["a", "\u0001", "😀", "é"])(
    "stays within its bytes and says how many are missing, for texts of %j",
    (letter) => {
      const entries = Array.from({ length: 5_000 }, (_, index) => entry(index, letter.repeat(2_000)));
      const summary = listSummary({ memory, entries });
      expect(bytes(summary)).toBeLessThanOrEqual(SUMMARY_BYTES);
      expect(bytes(summary)).toBeGreaterThan(SUMMARY_BYTES / 2);
      const lines = summary.split("\n");
      expect(lines[0]).toMatch(/^5000 entries/);
      expect(lines.at(-1)).toMatch(`${String(5_000 - (lines.length - 2))} entries more`);
    },
  );
});
