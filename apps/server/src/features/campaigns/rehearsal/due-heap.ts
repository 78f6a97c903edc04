/** What is due by time; of one moment what has the lower rank first. */
export interface Due {
  readonly at: number;
  readonly rank: number;
}

export class DueHeap<Item extends Due> {
  readonly #items: Item[] = [];

  get first(): Item | undefined {
    return this.#items[0];
  }

  get size(): number {
    return this.#items.length;
  }

  add(item: Item): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = items[above];
      if (other === undefined || !isBefore(item, other)) break;
      items[at] = other;
      at = above;
    }
    items[at] = item;
  }

  take(): Item | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (first === undefined || last === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      const [left, right] = [items[2 * at + 1], items[2 * at + 2]];
      const [below, place] =
        right !== undefined && left !== undefined && isBefore(right, left) ? [right, 2 * at + 2] : [left, 2 * at + 1];
      if (below === undefined || !isBefore(below, last)) break;
      items[at] = below;
      at = place;
    }
    items[at] = last;
    return first;
  }
}

const isBefore = (one: Due, other: Due): boolean => one.at < other.at || (one.at === other.at && one.rank < other.rank);
