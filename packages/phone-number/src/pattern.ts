/**
 * Whether a dialled form (`0901234567`) fits a pattern as people write them in rules: digits stand for themselves, `x` for
 * any digit, `*` at the end for anything that follows; spaces and dots do not count, and `+84` or `84*` are not rewritten.
 */
export function matchesPattern(number: string, pattern: string): boolean {
  const compact = pattern.replace(/[\s.-]/g, '').toLowerCase();
  const open = compact.endsWith('*');
  const fixedPart = open ? compact.slice(0, -1) : compact;
  if (fixedPart === '' && !open) return false;
  if (open ? number.length < fixedPart.length : number.length !== fixedPart.length) return false;
  return Array.from(fixedPart, (wanted, index) => {
    const digit = number.charAt(index);
    return wanted === 'x' ? /\d/.test(digit) : wanted === digit;
  }).every(Boolean);
}
