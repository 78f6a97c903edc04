import { useEffect, useRef } from 'react';

import { nothingTold, useMyCalls } from '../../domain/calls/use-my-calls.ts';
import { useConsole } from '../../kit/api/context.ts';
import { usePhoneContext } from '../model/phone-context.ts';
import { rangWords } from '../model/words.ts';

/**
 * Who has answered what rang here is said as it stops ringing; of a telephone on a desk also why nobody did, of which the page's own phone has a
 * notice. What was so before the page was loaded is old.
 */
export function useRang(): void {
  const calls = useMyCalls();
  const { onDesk } = usePhoneContext();
  const { toasts } = useConsole();
  const isKnown = calls !== nothingTold;
  const { rang } = calls;
  const at = rang?.at ?? '';
  const words = rang !== null && (rang.became === 'answered' || onDesk) ? rangWords(rang) : '';
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (!isKnown) return;
    const before = seen.current;
    seen.current = at;
    if (before === null || before === at || words === '') return;
    toasts.show({ key: 'rang', kind: 'info', text: words });
  }, [isKnown, at, words, toasts]);
}
