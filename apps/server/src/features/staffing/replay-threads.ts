import type { ExpectedDay, NeededSlot, ReplayDay, ReplayedDay } from '@alo/call-core';

import { workThread } from '../../kernel/work-thread.ts';

export type ReplayWork =
  | { readonly kind: 'replay'; readonly day: ReplayDay }
  | { readonly kind: 'need'; readonly day: ExpectedDay };

export interface ReplayThread {
  replay(day: ReplayDay): Promise<ReplayedDay>;
  need(day: ExpectedDay): Promise<NeededSlot[]>;
}

/** Days are lived again in a thread. */
export function replayThread(): ReplayThread {
  const inTurn = workThread<ReplayWork>(new URL('./replay-thread.ts', import.meta.url), {
    name: 'replays',
    tooMany: 'Nhiều người đang tính nhân sự, thử lại sau ít giây',
  });
  return {
    replay: (day) => inTurn<ReplayedDay>({ kind: 'replay', day }),
    need: (day) => inTurn<NeededSlot[]>({ kind: 'need', day }),
  };
}
