import { messages } from '@alo/contract';
import type { Toasts } from '@alo/ui';
import { useEffect } from 'react';

import { takeExpiredNotice } from '../../shared/session/end.ts';

/** Says once why the sign-in page came up by itself. */
export function useExpiredNotice(toasts: Toasts): void {
  useEffect(() => {
    if (takeExpiredNotice()) toasts.show({ key: 'session-expired', kind: 'error', text: messages.sessionExpired });
  }, [toasts]);
}
