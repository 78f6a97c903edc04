import type { NumberState } from '@alo/contract';

export const stateTones = {
  papers: 'paused',
  review: 'paused',
  active: 'ready',
  paused: 'bad',
  ended: 'offline',
} as const satisfies Record<NumberState, string>;
