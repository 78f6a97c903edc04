import type { NotificationItem } from '@alo/contract';
import { useEffect, useRef } from 'react';

import { useConsole } from '../../../kit/api/context.ts';

/**
 * Shows by itself what has come since the bell was looked at last, as far as the person's rules and quiet hours want it: a toast, and
 * beside a page that is not seen a notification of the desktop's. What was there before the page is no news.
 */
export function useBellNews(items: readonly NotificationItem[] | undefined): void {
  const { toasts } = useConsole();
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (items === undefined) return;
    const before = known.current;
    known.current = new Set(items.map(({ id }) => id));
    if (before === undefined) return;
    for (const { id, kind, text, read, on_screen: isOnScreen } of items) {
      if (before.has(id) || read || !isOnScreen) continue;
      // Work in the background is told once, by the list of it too.
      toasts.show({ key: kind === 'job' ? `job:${id}` : `bell ${id}`, kind: 'info', text });
      onDesktop(id, text);
    }
  }, [items, toasts]);
}

function onDesktop(id: string, text: string): void {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification('Alô', { body: text, tag: `alo-bell-${id}`, icon: '/mark.svg' });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Chromium on Android has the name but allows notifications from service workers only. The bell has it all the same.
  }
}
