export type { CallOptions, ClientOptions } from "./client.settings.js";
export type { FlushTarget, FlushThroughOptions } from "./flush-through.js";
export type * from "./generated/wire.js";
export { PowerContextClient } from "./powercontext.client.js";
export { type FailureKind, PowerContextError } from "./powercontext.error.js";
