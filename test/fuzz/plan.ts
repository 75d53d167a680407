import fc from "fast-check";

import { describeTools } from "../../src/mcp/tool-catalog.js";
import { type ContractOperation, operations } from "../support/contract.js";
import { arbitraryOf } from "../support/schema-arbitrary.js";
import type { Alteration } from "./alterations.js";
import type { Damage } from "./damages.js";
import { HEADER_SETS } from "./headers.js";
import { messageId, messagePlan, type MessagePlan } from "./messages.js";
import { rawPlan, type RawPlan } from "./raw-requests.js";
import { routePlan, type RoutePlan } from "./routes.js";
import type { Picks } from "./world.js";

interface Sent {
  /** A key of HEADER_SETS. */
  readonly headers: string;
  readonly alteration: Alteration | undefined;
  readonly damage: Damage | undefined;
}

/** A call of an operation. */
export interface OperationPlan extends Sent {
  readonly kind: "operation";
  readonly operation: string;
  /** Undefined where the operation takes none. */
  readonly body: unknown;
  readonly picks: Picks;
  /** What follows the path. */
  readonly suffix: string;
}

/** A call of a tool. */
export interface ToolPlan extends Sent {
  readonly kind: "tool";
  readonly tool: string;
  readonly arguments: unknown;
  readonly picks: Picks;
  readonly id: string | number;
  /** Under the protocol without `initialize`, whose headers repeat what the message says. */
  readonly modern: boolean;
}

/** One request as it was generated. What it takes from earlier answers is filled in when it is sent. */
export type Plan = OperationPlan | ToolPlan | (MessagePlan & Sent) | (RoutePlan & Pick<Sent, "headers">) | RawPlan;

/** Of so many texts one is as long as the contract lets it be. */
const ONE_LONG_IN = 40;

/** The second in that many cases, else the first, which is also what a failure shrinks to. */
function seldom<T>(usual: T, arbitrary: fc.Arbitrary<T>, one: { readonly in: number }): fc.Arbitrary<T> {
  return fc.oneof({ weight: one.in - 1, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary });
}

const nat = fc.nat(100_000);
const sent = {
  headers: seldom("plain", fc.constantFrom(...Object.keys(HEADER_SETS)), { in: 12 }),
  alteration: seldom(undefined, fc.record({ place: nat, way: nat }), { in: 3 }),
  damage: seldom(undefined, fc.record({ way: nat, at: nat }), { in: 12 }),
};
const picks = fc.record({ scope: nat, item: nat, age: nat, keep: seldom(0, fc.nat(0x3ff), { in: 6 }) });
const SUFFIXES = ["/", "?", "?a=b", "/?scope_id=other", "?scope_id=%00"];

function operationPlan({ id, request }: ContractOperation): fc.Arbitrary<OperationPlan> {
  return fc.record({
    kind: fc.constant("operation"),
    operation: fc.constant(id),
    body: request === undefined ? fc.constant(undefined) : arbitraryOf(request.schema, ONE_LONG_IN),
    picks,
    suffix: seldom("", fc.constantFrom(...SUFFIXES), { in: 30 }),
    ...sent,
  });
}

/** Most work is in these, and the others need what they write. */
const WEIGHTS: Readonly<Record<string, number>> = {
  remember_memory: 4,
  capture_content_source: 3,
  propose_experience: 3,
  revise_memory_entry: 3,
  approve_artifact_candidate: 3,
};
const operationPlans = fc.oneof(
  ...operations.map((one) => ({ weight: WEIGHTS[one.id] ?? 2, arbitrary: operationPlan(one) })),
);
const toolPlan: fc.Arbitrary<ToolPlan> = fc.oneof(
  ...describeTools().map(({ name, inputSchema }) =>
    fc.record({
      kind: fc.constant("tool" as const),
      tool: fc.constant(name),
      arguments: arbitraryOf(inputSchema, ONE_LONG_IN),
      picks,
      id: messageId,
      modern: fc.boolean(),
      ...sent,
    }),
  ),
);
const messages = fc.tuple(messagePlan, fc.record(sent)).map(([plan, how]): MessagePlan & Sent => ({ ...plan, ...how }));
const routes = fc.tuple(routePlan, sent.headers).map(([plan, headers]) => ({ ...plan, headers }));

/** Whatever may come in: mostly calls, as they should be or nearly, and some of everything else. */
export const plans: fc.Arbitrary<Plan> = fc.oneof(
  { weight: 70, arbitrary: operationPlans },
  { weight: 16, arbitrary: toolPlan },
  { weight: 5, arbitrary: messages },
  { weight: 5, arbitrary: routes },
  { weight: 4, arbitrary: rawPlan },
);
