import type { ArgumentMetadata, PipeTransform, Type } from "@nestjs/common";

import { admitRequest } from "../platform/http/contract.pipe.js";
import { keptWhole } from "../platform/http/json-body.js";

/** From the arguments of a call to a request, by the gate of the bodies of HTTP. */
export class ArgumentsPipe implements PipeTransform {
  /** @throws DomainError `invalid_request` whose details name each field, never its value. */
  transform(value: unknown, { metatype }: ArgumentMetadata): unknown {
    if (metatype === undefined) throw new TypeError("the arguments of a tool need a request class");
    return admitRequest(metatype as Type<object>, keptWhole(value));
  }
}
