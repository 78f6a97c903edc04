import type { FigureMeaning } from '@alo/contract';
import { digits } from '@alo/ui';

import { count, percent } from '../../kit/format/numbers.ts';
import { lasted } from '../../kit/format/time.ts';

/** A figure as it is read; a dash where there is nothing to reckon it from. */
export function valueText({ unit }: Pick<FigureMeaning, 'unit'>, value: number | null): string {
  if (value === null) return '–';
  switch (unit) {
    case 'percent':
      return percent(value);
    case 'seconds':
      return lasted(Math.round(value));
    case 'calls':
    case 'people':
      return count(value);
    default:
      return unit satisfies never;
  }
}

/** How much more or less it is: `+3`, `−1,5 điểm`, `+00:12`. */
export function differenceText({ unit }: Pick<FigureMeaning, 'unit'>, by: number): string {
  const sign = by > 0 ? '+' : by < 0 ? '−' : '±';
  const size = Math.abs(by);
  switch (unit) {
    case 'percent':
      return `${sign}${digits(size, 1)} điểm`;
    case 'seconds':
      return `${sign}${lasted(Math.round(size))}`;
    case 'calls':
    case 'people':
      return `${sign}${count(size)}`;
    default:
      return unit satisfies never;
  }
}
