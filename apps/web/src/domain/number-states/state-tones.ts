import type { NumberState } from '@alo/contract';

export const numberStateTones = {
  papers: 'paused',
  review: 'paused',
  active: 'ready',
  paused: 'bad',
  ended: 'offline',
} as const satisfies Record<NumberState, string>;
