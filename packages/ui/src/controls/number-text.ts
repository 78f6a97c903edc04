/** `1234.5` → `1.234,5`. */
export const numberText = (value: number | null | undefined, decimals = 0): string =>
  value === null || value === undefined || Number.isNaN(value)
    ? ''
    : new Intl.NumberFormat('vi-VN', { maximumFractionDigits: decimals }).format(value);

/** `1.234,5` → `1234.5`; null for nothing, NaN for what is no number. A comma or a lone point may stand before decimals. */
export function numberOf(text: string): number | null {
  const bare = text.replace(/[\s₫]/g, '');
  if (bare === '') return null;
  const grouped = /^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(bare);
  const plain = grouped ? bare.replaceAll('.', '').replace(',', '.') : bare.replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
