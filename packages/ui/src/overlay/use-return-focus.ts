import { useEffect, useEffectEvent, useRef } from 'react';

import { focusGently } from '../focus.ts';

/**
 * Gives the focus back to where it was when something over the page is closed, unless it has gone elsewhere meanwhile (a
 * call rings, somebody types). What it was on may be gone; then it comes to the page's title. `content` is what is over
 * the page.
 */
export function useReturnFocus(opened: boolean, on: boolean) {
  const content = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement>(null);
  const giveBack = useEffectEvent(() => {
    // It is there as long as it fades out.
    const over = content.current;
    const now = document.activeElement;
    const elsewhere = now !== null && now !== document.body && over?.contains(now) !== true;
    if (!on || elsewhere) return;
    const back = before.current?.isConnected === true ? before.current : document.querySelector<HTMLElement>('main h1');
    focusGently(back, over);
  });
  useEffect(() => {
    if (!opened) return;
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    return () => giveBack();
  }, [opened]);
  return content;
}
