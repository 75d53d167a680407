import { DomainError } from "../../kernel/domain-error.js";
import { StorageError } from "../../kernel/storage-error.js";
import { traceback } from "./traceback.js";

const SENTINEL = "sentinel-7f0c9a21";

describe("traceback", () => {
  it("keeps the class and the frames of a foreign error and leaves its message out", () => {
    const found = traceback(new TypeError(`cannot read ${SENTINEL}\n    at ${SENTINEL} (/tmp/x.js:1:1)`));
    expect(found).toEqual({ error: "TypeError", frames: expect.any(Array) });
    expect(found.frames[0]).toMatch(/^at .*traceback\.spec/);
    expect(JSON.stringify(found)).not.toContain(SENTINEL);
  });

  it("keeps the message of our own errors, which hold no content", () => {
    expect(traceback(new StorageError("full", 13, "journal.append")).message).toBe("journal.append failed: full (13)");
    expect(traceback(new DomainError("overloaded", "The queue is full.")).message).toBe("The queue is full.");
  });

  it("tells only the type of something that is no error", () => {
    expect(traceback(SENTINEL)).toEqual({ error: "string", frames: [] });
  });
});
