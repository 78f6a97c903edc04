/** `1234.5` → `1.234,5`. */
export const numberText = (value: number | null | undefined, decimals = 0): string =>
  value === null || value === undefined || Number.isNaN(value) ? '' : digits(value, decimals);

/**
 * `1234.5` → `1.234,5`: with so many decimals at most, and at least. By hand, because to make the browser's own formatter for
 * Vietnamese takes a slow client as long as to draw a table.
 */
export function digits(value: number, atMost = 0, atLeast = 0): string {
  const [whole = '', decimals = ''] = Math.abs(rounded(value, atMost)).toFixed(atMost).split('.');
  const shown = decimals.slice(0, atLeast) + decimals.slice(atLeast).replace(/0+$/, '');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  return `${value < 0 ? '-' : ''}${grouped}${shown === '' ? '' : `,${shown}`}`;
}

/** To the nearest as the number is written: 1.005 is 1.01, which it is not as it is kept. */
const rounded = (value: number, decimals: number): number =>
  Math.abs(value) < 1e-6 || Math.abs(value) >= 1e15
    ? value
    : Math.sign(value) * Number(`${Math.round(Number(`${Math.abs(value)}e${decimals}`))}e-${decimals}`);

/** `1.234,5` → `1234.5`; null for nothing, NaN for what is no number. A comma or a lone point may stand before decimals. */
export function numberOf(text: string): number | null {
  const bare = text.replace(/[\s₫]/g, '');
  if (bare === '') return null;
  const grouped = /^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(bare);
  const plain = grouped ? bare.replaceAll('.', '').replace(',', '.') : bare.replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
