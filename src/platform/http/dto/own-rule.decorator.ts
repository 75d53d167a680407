import "reflect-metadata";

const OWN_RULES = Symbol("own rules");

/** Says that class-validator refuses some of what the contract's schema accepts in this field. */
export function OwnRule(): PropertyDecorator {
  return (target) => {
    Reflect.defineMetadata(OWN_RULES, true, target);
  };
}

/** Whether any field of the class has such a rule. For all others class-validator finds nothing that the schema did not. */
export function hasOwnRules(requestType: { readonly prototype: object }): boolean {
  return Reflect.hasMetadata(OWN_RULES, requestType.prototype);
}
