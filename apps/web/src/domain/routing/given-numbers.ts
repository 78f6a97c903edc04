import { groupedPhone } from '../../kit/format/phone.ts';

/** The numbers that the operator gave, as people read them, none of them broken over two lines; of many the first ones. */
export function rangeWords(numbers: readonly string[], most = 2): string {
  if (numbers.length === 0) return 'Mọi đầu số';
  const shown = numbers.slice(0, most).map((range) => range.split('-').map(unbroken).join(' – '));
  const more = numbers.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} và ${more} số hoặc dải khác`;
}

const unbroken = (number: string) => groupedPhone(number).replaceAll(' ', '\u00a0');
