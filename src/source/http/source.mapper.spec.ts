import { violations } from "../../../test/support/contract.js";
import { toCaptureCommand, toCaptureResponse } from "./source.mapper.js";

describe("capture on the wire", () => {
  it("passes the text on exactly and takes null and absent metadata for the same", () => {
    const body = { scope_id: " S ", source_id: "id ", content: " text\n" };
    const command = { scopeId: " S ", sourceId: "id ", content: " text\n", metadata: undefined };
    expect(toCaptureCommand(body)).toEqual(command);
    expect(toCaptureCommand({ ...body, metadata: null })).toEqual(command);
    expect(toCaptureCommand({ ...body, metadata: { a: [null] } }).metadata).toEqual({ a: [null] });
  });

  it("answers a receipt of the contract's shape", () => {
    const answer = toCaptureResponse({ source: { name: "content", sourceId: "id" }, position: 3 });
    expect(answer).toEqual({ status: "accepted", source: { name: "content", source_id: "id" }, position: 3 });
    expect(violations("CaptureContentSourceResponse", answer)).toEqual([]);
  });
});
