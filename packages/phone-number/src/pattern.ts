/**
 * Whether a dialled form (`0901234567`) fits a pattern as people write them in rules: digits stand for themselves, `x` for
 * any digit, `*` at the end for anything that follows; spaces and dots do not count, and `+84` or `84*` are not rewritten.
 */
export function matchesPattern(number: string, pattern: string): boolean {
  const { fixedPart, open } = read(pattern);
  if (fixedPart === '' && !open) return false;
  if (open ? number.length < fixedPart.length : number.length !== fixedPart.length) return false;
  return Array.from(fixedPart, (wanted, index) => {
    const digit = number.charAt(index);
    return wanted === 'x' ? /\d/.test(digit) : wanted === digit;
  }).every(Boolean);
}

/** What every number begins with that fits a pattern: many patterns are found by it, without trying each. */
export function patternStart(pattern: string): string {
  const { fixedPart } = read(pattern);
  const first = fixedPart.indexOf('x');
  return first === -1 ? fixedPart : fixedPart.slice(0, first);
}

function read(pattern: string): { readonly fixedPart: string; readonly open: boolean } {
  const compact = pattern.replace(/[\s.-]/g, '').toLowerCase();
  const open = compact.endsWith('*');
  return { fixedPart: open ? compact.slice(0, -1) : compact, open };
}
