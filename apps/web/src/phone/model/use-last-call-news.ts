import { useEffect, useEffectEvent, useRef } from 'react';

import { useMyCalls } from '../../domain/calls/use-my-calls.ts';
import { useConsole } from '../../kit/api/context.ts';

/** So long the history may take to have a call that is over, in milliseconds. */
const keptWithin = 3_000;

/** When customers were called last is read again, where it is shown, after each conversation of one's own. */
export function useLastCallNews(): void {
  const { changes } = useConsole();
  const ids = useMyCalls()
    .data.map(({ id }) => id)
    .join();
  const before = useRef('');
  const stale = useEffectEvent(() => void changes.stale('customer'));
  useEffect(() => {
    const isOver = before.current.split(',').some((id) => id !== '' && !ids.includes(id));
    before.current = ids;
    if (!isOver) return;
    const timer = setTimeout(stale, keptWithin);
    return () => clearTimeout(timer);
  }, [ids]);
}
