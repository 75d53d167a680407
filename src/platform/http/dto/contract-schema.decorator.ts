import "reflect-metadata";

import { ApiSchema, type ApiSchemaOptions } from "@nestjs/swagger";

const COMPONENT = Symbol("contract component");

/**
 * Says which component of the contract the class is. A request body must satisfy that component before it becomes the
 * class. In the generated document the class has the component's name and, as every object of the contract, no fields
 * beyond its own.
 */
export function ContractSchema(component: string): ClassDecorator {
  // Swagger passes on any schema keyword it is given here; its type lists two of them.
  const describe = ApiSchema({ name: component, additionalProperties: false } as ApiSchemaOptions);
  return (target) => {
    Reflect.defineMetadata(COMPONENT, component, target);
    describe(target);
  };
}

/** The component the class stands for, or undefined for any other value. */
export function contractSchemaOf(metatype: unknown): string | undefined {
  if (typeof metatype !== "function") return undefined;
  return Reflect.getOwnMetadata(COMPONENT, metatype) as string | undefined;
}
