/** Items by their keys. */
export function byKey<Item, Value>(
  items: readonly Item[],
  key: (item: Item) => string,
  value: (item: Item) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(items.map((item) => [key(item), value(item)]));
}
