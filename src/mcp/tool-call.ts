import { createParamDecorator, type ExecutionContext } from "@nestjs/common";
import type { McpContext } from "@rekog/mcp-nest";

import type { ObservedCall } from "../platform/http/observed-call.js";
import type { ToolName } from "./tool-catalog.js";

/** A call of a tool on its way through the library, which carries the request and nothing of ours. */
export interface ToolCall {
  readonly tool: ToolName;
  /** As they were sent. */
  readonly arguments: unknown;
  readonly observed: ObservedCall;
}

const calls = new WeakMap<object, ToolCall>();

/** @param request the request of Node.js that brought it */
export function beginToolCall(request: object, call: ToolCall): void {
  calls.set(request, call);
}

export function toolCallOf(context: ExecutionContext): ToolCall {
  const request = context.switchToRpc().getContext<McpContext>().getRawRequest<object>();
  const call = request === undefined ? undefined : calls.get(request);
  if (call === undefined) throw new TypeError("a tool was called by no request");
  return call;
}

/** The arguments of the call, which the library has not seen: it would drop keys that the gate refuses. */
export const Arguments = createParamDecorator((_: unknown, context: ExecutionContext) => toolCallOf(context).arguments);
