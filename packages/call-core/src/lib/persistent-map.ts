/**
 * An immutable map with string keys: a hash trie of 32-way nodes (Bagwell, "Ideal Hash Trees", 2001). A change copies one
 * path, at most seven nodes however many entries there are, and the old map stays what it was. Plain data, so that a
 * switchboard can be written to a journal and compared in tests.
 */
export type PersistentMap<V> = { readonly size: number; readonly root: Node<V> | null };

type Node<V> = Leaf<V> | Branch<V>;
/** One entry, without anything around it: there may be a hundred thousand. `next` is another of the same hash. */
type Leaf<V> = { readonly hash: number; readonly key: string; readonly value: V; readonly next: Leaf<V> | null };
/** Bit `n` of `bits` says that slot `n` is taken; `slots` holds the taken ones in order. */
type Branch<V> = { readonly bits: number; readonly slots: readonly Node<V>[] };

/** A map with nothing in it. */
export const emptyMap: PersistentMap<never> = { size: 0, root: null };

/** The value under `key`, or undefined. */
export function getFrom<V>(map: PersistentMap<V>, key: string): V | undefined {
  const hash = hashOf(key);
  let node = map.root;
  for (let shift = 0; node !== null && 'slots' in node; shift += 5) {
    const bit = bitAt(hash, shift);
    node = node.bits & bit ? (node.slots[slotOf(node.bits, bit)] ?? null) : null;
  }
  // The loop ends at a leaf, or at nothing.
  let leaf = node as Leaf<V> | null;
  while (leaf !== null && leaf.key !== key) leaf = leaf.next;
  return leaf?.value;
}

/** The map with `value` under `key`. */
export function setIn<V>(map: PersistentMap<V>, key: string, value: V): PersistentMap<V> {
  const grows = getFrom(map, key) === undefined;
  const leaf: Leaf<V> = { hash: hashOf(key), key, value, next: null };
  return { size: map.size + (grows ? 1 : 0), root: map.root === null ? leaf : put(map.root, leaf, 0) };
}

/** The map without `key`. */
export function deleteFrom<V>(map: PersistentMap<V>, key: string): PersistentMap<V> {
  if (map.root === null || getFrom(map, key) === undefined) return map;
  return { size: map.size - 1, root: remove(map.root, key, hashOf(key), 0) };
}

/** All entries, in an order that depends on the keys only. Visits the whole map: for recovery and reports, not for `step`. */
export function* entriesOf<V>(map: PersistentMap<V>): Generator<readonly [key: string, value: V]> {
  if (map.root !== null) yield* entriesUnder(map.root);
}

/** The values of `entriesOf`. */
export function* valuesOf<V>(map: PersistentMap<V>): Generator<V> {
  for (const [, value] of entriesOf(map)) yield value;
}

/**
 * What is different in `after`: a value, or undefined for what is gone. What both share is passed over, so a map that was changed
 * in few places is compared in few steps.
 */
export function* changesBetween<V>(
  before: PersistentMap<V>,
  after: PersistentMap<V>,
): Generator<readonly [key: string, value: V | undefined]> {
  yield* changesUnder(before.root, after.root);
}

function* changesUnder<V>(
  before: Node<V> | null,
  after: Node<V> | null,
): Generator<readonly [key: string, value: V | undefined]> {
  if (before === after) return;
  if (before !== null && after !== null && 'slots' in before && 'slots' in after) {
    for (let place = 0; place < 32; place++) {
      yield* changesUnder(childAt(before, 1 << place), childAt(after, 1 << place));
    }
    return;
  }
  const old = new Map(before === null ? [] : entriesUnder(before));
  for (const [key, value] of after === null ? [] : entriesUnder(after)) {
    if (old.get(key) !== value) yield [key, value];
    old.delete(key);
  }
  for (const key of old.keys()) yield [key, undefined];
}

function childAt<V>(branch: Branch<V>, bit: number): Node<V> | null {
  return branch.bits & bit ? (branch.slots[slotOf(branch.bits, bit)] ?? null) : null;
}

function* entriesUnder<V>(node: Node<V>): Generator<readonly [key: string, value: V]> {
  if ('slots' in node) for (const child of node.slots) yield* entriesUnder(child);
  else for (let leaf: Leaf<V> | null = node; leaf !== null; leaf = leaf.next) yield [leaf.key, leaf.value];
}

function put<V>(node: Node<V>, leaf: Leaf<V>, shift: number): Node<V> {
  const bit = bitAt(leaf.hash, shift);
  if ('slots' in node) {
    const slot = slotOf(node.bits, bit);
    const child = node.bits & bit ? node.slots[slot] : undefined;
    return child === undefined
      ? { bits: node.bits | bit, slots: node.slots.toSpliced(slot, 0, leaf) }
      : { bits: node.bits, slots: node.slots.with(slot, put(child, leaf, shift + 5)) };
  }
  if (node.hash === leaf.hash) return behind(without(node, leaf.key), leaf);
  return put({ bits: bitAt(node.hash, shift), slots: [node] }, leaf, shift);
}

function remove<V>(node: Node<V>, key: string, hash: number, shift: number): Node<V> | null {
  if (!('slots' in node)) return without(node, key);
  const bit = bitAt(hash, shift);
  const slot = slotOf(node.bits, bit);
  const child = node.slots[slot];
  if (child === undefined) return node;
  const left = remove(child, key, hash, shift + 5);
  if (left !== null) return collapsed({ bits: node.bits, slots: node.slots.with(slot, left) });
  return node.slots.length === 1 ? null : collapsed({ bits: node.bits & ~bit, slots: node.slots.toSpliced(slot, 1) });
}

const behind = <V>(before: Leaf<V> | null, leaf: Leaf<V>): Leaf<V> =>
  before === null ? leaf : { ...before, next: behind(before.next, leaf) };

function without<V>(leaf: Leaf<V> | null, key: string): Leaf<V> | null {
  if (leaf === null || leaf.key === key) return leaf?.next ?? null;
  return { ...leaf, next: without(leaf.next, key) };
}

/** A branch over nothing but one leaf is that leaf, so that equal maps look the same, with any history. */
function collapsed<V>(branch: Branch<V>): Node<V> {
  const [only] = branch.slots;
  return branch.slots.length === 1 && only !== undefined && 'key' in only ? only : branch;
}

function bitAt(hash: number, shift: number): number {
  return 1 << ((hash >>> shift) & 31);
}

/** How many taken slots lie before this one. */
function slotOf(bits: number, bit: number): number {
  let below = bits & (bit - 1);
  let count = 0;
  for (; below !== 0; below &= below - 1) count++;
  return count;
}

/** FNV-1a over UTF-16 units, 32 bits, as V8 keeps integers without a box: with a sign. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash | 0;
}
