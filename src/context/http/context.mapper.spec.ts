import { violations } from "../../../test/support/contract.js";
import { toPrepareCommand, toPreparedContext } from "./context.mapper.js";

describe("prepare on the wire", () => {
  it("means 8000 bytes when none are named", () => {
    expect(toPrepareCommand({ scope_id: "s", query: "q" })).toEqual({ scopeId: "s", query: "q", maxBytes: 8000 });
    expect(toPrepareCommand({ scope_id: "s", query: "q", max_bytes: 512 }).maxBytes).toBe(512);
  });

  it("passes a pack on unchanged and says empty with null and 0", () => {
    const ready = toPreparedContext({ status: "ready", content: "é\n", contentBytes: 3 });
    const empty = toPreparedContext({ status: "empty" });
    const schema = "powercontext.prepared-context.v1";
    expect(ready).toEqual({ schema, status: "ready", content: "é\n", content_bytes: 3 });
    expect(empty).toEqual({ schema, status: "empty", content: null, content_bytes: 0 });
    expect([...violations("PreparedContext", ready), ...violations("PreparedContext", empty)]).toEqual([]);
  });
});
