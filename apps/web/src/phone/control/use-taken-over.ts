import { useEffect, useRef } from 'react';

import { nothingTold, useMyCalls } from '../../domain/calls/use-my-calls.ts';
import { useConsole } from '../../kit/api/context.ts';

/** Whose conversation is taken over, or sent on, is told by whom: it is gone from their window. What was so before the page was loaded is old. */
export function useTakenOver(): void {
  const calls = useMyCalls();
  const isKnown = calls !== nothingTold;
  const { taken_over: taken } = calls;
  const { toasts } = useConsole();
  const seen = useRef<string | null>(null);
  const at = taken?.at ?? '';
  const by = taken?.by ?? '';
  const to = taken?.to ?? null;
  useEffect(() => {
    if (!isKnown) return;
    const before = seen.current;
    seen.current = at;
    if (before === null || before === at || at === '') return;
    toasts.show({
      key: 'taken-over',
      kind: 'info',
      text:
        to === null
          ? `${by} đã nhận cuộc gọi của bạn. Bạn không còn trong cuộc gọi.`
          : `${by} đã chuyển cuộc gọi của bạn tới ${to}. Bạn không còn trong cuộc gọi.`,
    });
  }, [isKnown, at, by, to, toasts]);
}
