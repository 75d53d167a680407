import type { ArgumentMetadata, PipeTransform, Type } from "@nestjs/common";
import { validateSync } from "class-validator";

import { type FieldProblem, invalidRequest } from "../../kernel/domain-error.js";
import { problemsOf } from "./contract/field-problems.js";
import { validatorFor } from "./contract/openapi-document.js";
import { contractSchemaOf } from "./dto/contract-schema.decorator.js";
import { hasOwnRules } from "./dto/own-rule.decorator.js";
import { parseJsonBody } from "./json-body.js";

/**
 * The only way from bytes to a request: strict JSON, then the component of the contract, then the rules a schema cannot
 * say. Nested objects stay as they were parsed; nothing is converted, added or dropped.
 */
export class ContractPipe implements PipeTransform {
  /** @throws DomainError `invalid_request` whose details name each field, never its value. */
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== "body") return value;
    if (metatype === undefined) throw new TypeError("a body parameter needs a request class");
    return admitRequest(metatype as Type<object>, parseJsonBody(value));
  }
}

/** The second half of the gate, for arguments that arrive as JSON values. @throws DomainError `invalid_request` */
export function admitRequest<T extends object>(requestType: Type<T>, json: unknown): T {
  const component = contractSchemaOf(requestType);
  if (component === undefined) throw new TypeError(`${requestType.name} names no component of the contract`);

  const validate = validatorFor(component);
  if (!validate(json)) throw invalidRequest(problemsOf(validate.errors));
  // The schema has refused every key it does not know, `__proto__` included, so this copies fields and nothing else.
  const request = Object.assign(new requestType(), json);
  // Half of what this gate costs, for an answer that is known; the contract test keeps it known.
  if (!hasOwnRules(requestType)) return request;
  const problems = ruleProblems(request);
  if (problems.length > 0) throw invalidRequest(problems);
  return request;
}

function ruleProblems(request: object): readonly FieldProblem[] {
  return validateSync(request, { whitelist: false, forbidUnknownValues: false }).flatMap(({ property, constraints }) =>
    Object.values(constraints ?? {}).map((problem) => ({ field: property, problem })),
  );
}
