import { type Phone, parsePhone } from './parse.ts';

/** A number as people here read it: `0901 234 567`, `028 7100 0101`, `1900 1234`. What is not a number comes back unchanged. */
export function formatPhone(number: string): string {
  const result = parsePhone(number);
  return result.ok ? grouped(result.phone) : number;
}

function grouped({ national, canonical, kind }: Phone): string {
  switch (kind) {
    case 'mobile':
      return split(national, 4, 3, 3);
    case 'fixed':
      return /^02[48]/.test(national) ? split(national, 3, 4, 4) : split(national, 4, 3, 4);
    case 'toll-free':
    case 'shared-cost':
      return national.length === 10 ? split(national, 4, 3, 3) : split(national, 4, national.length - 4);
    case 'international':
      return canonical;
    case 'special':
    case 'emergency':
    case 'short':
      return national;
    default:
      return kind satisfies never;
  }
}

function split(digits: string, ...lengths: readonly number[]): string {
  let from = 0;
  return lengths.map((length) => digits.slice(from, (from += length))).join(' ');
}
