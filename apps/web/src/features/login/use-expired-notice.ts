import { messages } from '@alo/contract';
import type { Toasts } from '@alo/ui';
import { useEffect } from 'react';

import { takeExpiredNotice } from '../../kit/session/tab-session.ts';

/** Says once why the sign-in page came up by itself. */
export function useExpiredNotice(toasts: Toasts, tab: Storage): void {
  useEffect(() => {
    if (takeExpiredNotice(tab)) toasts.show({ key: 'session-expired', kind: 'error', text: messages.sessionExpired });
  }, [toasts, tab]);
}
