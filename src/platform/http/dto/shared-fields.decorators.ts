import { CodePoints } from "./field.decorators.js";

/** The partition a request works in. */
export const ScopeIdField = (): PropertyDecorator => CodePoints(1, 256, { notBlank: true });

/** What is searched for, in any language. */
export const QueryField = (): PropertyDecorator => CodePoints(1, 8192, { notBlank: true });
