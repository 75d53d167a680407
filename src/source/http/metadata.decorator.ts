import { ValidateBy } from "class-validator";

import { OwnRule } from "../../platform/http/dto/own-rule.decorator.js";
import { metadataProblem } from "../domain/metadata.policy.js";
import type { JsonObject } from "../domain/source.types.js";

/** Metadata a journal keeps: bounded in depth and in canonical size. Absent and null have no bounds to pass. */
export function Metadata(): PropertyDecorator {
  const check = ValidateBy({
    name: "metadata",
    validator: {
      validate: (value: JsonObject | null | undefined) => problemOf(value) === undefined,
      defaultMessage: (validated) => problemOf(validated?.value as JsonObject | null | undefined) ?? "is not valid",
    },
  });
  const markOwnRule = OwnRule();
  return (target, key) => {
    check(target, key);
    markOwnRule(target, key);
  };
}

function problemOf(metadata: JsonObject | null | undefined): string | undefined {
  return metadata === null || metadata === undefined ? undefined : metadataProblem(metadata);
}
