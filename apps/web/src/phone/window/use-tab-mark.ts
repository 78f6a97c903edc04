import type { Call } from '@alo/softphone';
import { useEffect } from 'react';

import { markTab } from '../../kit/browser/tab-mark.ts';

/** The tab tells of a call with whom it is, also where another tab is in front. */
export function useTabMark({ status }: Pick<Call, 'status'>, who: string): void {
  const isIncoming = status === 'incoming';
  const isCall = status !== 'idle';
  useEffect(
    () =>
      isCall ? markTab({ words: `📞 ${isIncoming ? 'Gọi đến: ' : ''}${who} ·`, icon: '/mark-in-call.svg' }) : undefined,
    [isCall, isIncoming, who],
  );
}
