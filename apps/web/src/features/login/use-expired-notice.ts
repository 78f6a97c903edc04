import { messages } from '@alo/contract';
import type { Toasts } from '@alo/ui';
import { useEffect } from 'react';

import { takeEndedBy, takeExpiredNotice } from '../../kit/session/tab-session.ts';

/** Says once why the sign-in page came up by itself. */
export function useExpiredNotice(toasts: Toasts, tab: Storage): void {
  useEffect(() => {
    if (!takeExpiredNotice(tab)) return;
    const by = takeEndedBy(tab);
    const text = by === undefined ? messages.sessionExpired : `${by} đã đăng xuất bạn khỏi mọi máy.`;
    toasts.show({ key: 'session-expired', kind: 'error', text });
  }, [toasts, tab]);
}
