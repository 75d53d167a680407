import type { components } from "../../../client/generated/openapi.js";

/** A JSON shape of the contract, by the name of its component. */
export type Wire<Component extends keyof components["schemas"]> = components["schemas"][Component];
