/** The first of the items that a rule is broken by in the same way, and how many there are. */
export interface Group<T> {
  key: string;
  first: T;
  count: number;
}

/** The items in groups of equal keys, in the order in which the groups begin. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Group<T>[] {
  const groups = new Map<string, Group<T>>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.count++;
    else groups.set(key, { key, first: item, count: 1 });
  }
  return [...groups.values()];
}

/** ` (and N more like it)`, or nothing where the first is the only one. */
export function andMore({ count }: Pick<Group<unknown>, "count">): string {
  return count > 1 ? ` (and ${count - 1} more like it)` : "";
}
