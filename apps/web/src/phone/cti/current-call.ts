import type { MyCall } from '@alo/contract';

/** Of one's conversations the one that one is in now: a telephone with several lines has the others on hold. */
export const currentCall = (calls: readonly MyCall[]): MyCall | undefined =>
  calls.findLast(({ on_hold: held }) => !held) ?? calls.at(-1);
