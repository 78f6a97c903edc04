import { focusGently } from '@alo/ui';
import { useEffect, useRef } from 'react';

/**
 * What has the focus goes away when a call changes: answered, hung up, closed. It stays in the window then, on no button
 * that a second press of the same key would set off, and comes back to the page when the window goes.
 */
export function useKeptFocus(status: string) {
  const window = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNowhere(window.current)) window.current?.focus({ preventScroll: true });
  }, [status]);
  useEffect(
    () => () => {
      if (isNowhere(null)) focusGently(document.querySelector<HTMLElement>('main h1'));
    },
    [],
  );
  return window;
}

/** In the page, or in the window of its own in which the phone stands. */
function isNowhere(within: HTMLElement | null): boolean {
  const { activeElement, body } = within?.ownerDocument ?? document;
  return activeElement === null || activeElement === body;
}
