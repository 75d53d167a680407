import canonicalize from "canonicalize";

/** What a check has looked at, and what of it was wrong. */
export class Findings {
  checks = 0;
  readonly faults: string[] = [];

  /** @param fault says what is wrong when it does not hold, without a text or an id of a scope. */
  hold(isRight: boolean, fault: string): void {
    this.checks += 1;
    if (!isRight) this.faults.push(fault);
  }

  add(other: Findings): void {
    this.checks += other.checks;
    this.faults.push(...other.faults);
  }
}

export function groupBy<Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Whatever the order of keys. Values of several clients have prototypes of several realms, so these do not count. */
export function isSameJson(left: object | undefined, right: object | undefined): boolean {
  return canonicalize(left) === canonicalize(right);
}
