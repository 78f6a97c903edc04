/** A lookup by a key that came from outside: `constructor` and its like are in no plan. */
export function lookUp<V>(record: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
