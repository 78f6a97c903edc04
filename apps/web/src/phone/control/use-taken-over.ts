import { useEffect, useRef } from 'react';

import { nothingTold, useMyCalls } from '../../domain/calls/use-my-calls.ts';
import { useConsole } from '../../kit/api/context.ts';

/** Whose conversation is taken over is told by whom: it is gone from their window. What was so before the page was loaded is old. */
export function useTakenOver(): void {
  const calls = useMyCalls();
  const isKnown = calls !== nothingTold;
  const { taken_over: taken } = calls;
  const { toasts } = useConsole();
  const seen = useRef<string | null>(null);
  const at = taken?.at ?? '';
  const by = taken?.by ?? '';
  useEffect(() => {
    if (!isKnown) return;
    const before = seen.current;
    seen.current = at;
    if (before === null || before === at || at === '') return;
    toasts.show({
      key: 'taken-over',
      kind: 'info',
      text: `${by} đã nhận cuộc gọi của bạn. Bạn không còn trong cuộc gọi.`,
    });
  }, [isKnown, at, by, toasts]);
}
