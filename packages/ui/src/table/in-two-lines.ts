/** A heading that breaks once at most, where its halves are most alike: over a narrow column it would stand a syllable a line. */
export function inTwoLines(label: string): string {
  const words = label.split(' ');
  const unlike = (at: number) => Math.abs(words.slice(0, at).join(' ').length - words.slice(at).join(' ').length);
  const breaks = words.slice(1).map((_, before) => before + 1);
  const best = breaks.toSorted((a, b) => unlike(a) - unlike(b))[0];
  return words.map((word, at) => (at === 0 ? word : `${at === best ? ' ' : '\u00a0'}${word}`)).join('');
}
