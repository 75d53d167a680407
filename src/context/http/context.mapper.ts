import { asScopeId } from "../../kernel/ids.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import type { PrepareCommand, PreparedContext } from "../domain/context.types.js";
import { DEFAULT_MAX_BYTES } from "./prepare-context.dto.js";

export function toPrepareCommand(body: Wire<"PrepareContextRequest">): PrepareCommand {
  return { scopeId: asScopeId(body.scope_id), query: body.query, maxBytes: body.max_bytes ?? DEFAULT_MAX_BYTES };
}

export function toPreparedContext(context: PreparedContext): Wire<"PreparedContext"> {
  const schema = "powercontext.prepared-context.v1";
  switch (context.status) {
    case "ready":
      return { schema, status: "ready", content: context.content, content_bytes: context.contentBytes };
    case "empty":
      return { schema, status: "empty", content: null, content_bytes: 0 };
  }
}
