import { readProposal } from "./generated-proposal.policy.js";

const FOUR = { situation: "s", action: "a", outcome: "o", lesson: "l" };
const SECRET = "sk-proj-abcdefghij0123456789";

describe("readProposal", () => {
  it.each(["situation", "action", "outcome", "lesson"] as const)("keeps a %s of 8,000 code points exactly", (field) => {
    const proposal = { ...FOUR, [field]: "\u{1f525}".repeat(8_000) };
    expect(readProposal(proposal)).toEqual({ proposal, redactions: 0 });
  });

  it.each([
    ["one code point more", "x".repeat(8_001)],
    ["blank", " \n\u3000"],
    ["empty", ""],
    ["half a surrogate pair", "\ud83d"],
    ["nothing but a secret", SECRET],
    ["too long once a short secret is named as one", `${"x".repeat(7_989)} TOKEN=a1b2`],
  ])("refuses a lesson that is %s", (_, lesson) => {
    expect(readProposal({ ...FOUR, lesson }).proposal).toBeUndefined();
  });

  it("takes secrets out of every field and counts them", () => {
    const { proposal, redactions } = readProposal({
      situation: `s ${SECRET}`,
      action: `a ${SECRET}`,
      outcome: `o ${SECRET}`,
      lesson: `l ${SECRET}`,
    });
    expect(proposal).toEqual({
      situation: "s [redacted]",
      action: "a [redacted]",
      outcome: "o [redacted]",
      lesson: "l [redacted]",
    });
    expect(redactions).toBe(4);
  });

  it("takes a private key out that is split over the fields, wherever one ends", () => {
    const lines = Array.from({ length: 9 }, (_, index) => `${"aB3dE6gH9jK2mN5".repeat(4)}${String(index)}+/Q`);
    const mark = (word: string): string => ["-----", word, " PRIVATE", " KEY-----"].join("");
    const parts = [
      [mark("BEGIN"), ...lines.slice(0, 2)],
      lines.slice(2, 5),
      lines.slice(5, 6),
      [...lines.slice(6), mark("END")],
    ];
    const [situation = "", action = "", outcome = "", lesson = ""] = parts.map((part) => `It is:\n${part.join("\n")}`);
    const left = "It is:\n[redacted]";
    expect(readProposal({ situation, action, outcome, lesson })).toEqual({
      proposal: { situation: left, action: left, outcome: left, lesson: left },
      redactions: 4,
    });
  });
});
