import type { BadSound } from '@alo/contract';

/** The levels of a sound as people are told them. */
export const soundLevels = { good: 'Tốt', fair: 'Trung bình', poor: 'Kém' } as const;

/** What is wrong with a sound, in words that a sentence begins or goes on with. */
export function wrongWords({ wrong, figure }: Pick<BadSound, 'wrong' | 'figure'>): string {
  switch (wrong) {
    case 'loss':
      return `mất gói ${figure}%`;
    case 'jitter':
      return `mạng chập chờn, lệch nhịp ${figure} ms`;
    case 'delay':
      return `tiếng trễ ${figure} ms`;
    default:
      return wrong satisfies never;
  }
}
