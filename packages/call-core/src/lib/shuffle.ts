/** The list in an order that looks like chance and is the same for the same seed: the call's name and how far it has come. */
export function shuffled<T>(list: readonly T[], seed: string): readonly T[] {
  const rest = [...list];
  const mixed: T[] = [];
  for (let state = hash(seed); rest.length > 0; ) {
    state = scramble(state);
    mixed.push(...rest.splice(state % rest.length, 1));
  }
  return mixed;
}

/** FNV-1a over UTF-16 units, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/** One round of SplitMix32: neighbouring seeds give numbers that have nothing in common. */
function scramble(seed: number): number {
  let value = (seed + 0x9e3779b9) | 0;
  value = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  value = Math.imul(value ^ (value >>> 15), 0x735a2d97);
  return (value ^ (value >>> 15)) >>> 0;
}
