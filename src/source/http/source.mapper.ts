import { asScopeId } from "../../kernel/ids.js";
import { toSourceReference } from "../../platform/http/wire/references.mapper.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import type { CaptureCommand, SourceReceipt } from "../domain/source.types.js";

export function toCaptureCommand(body: Wire<"CaptureContentSourceRequest">): CaptureCommand {
  return {
    scopeId: asScopeId(body.scope_id),
    sourceId: body.source_id,
    content: body.content,
    metadata: body.metadata ?? undefined,
  };
}

export function toCaptureResponse(receipt: SourceReceipt): Wire<"CaptureContentSourceResponse"> {
  return { status: "accepted", source: toSourceReference(receipt.source), position: receipt.position };
}
