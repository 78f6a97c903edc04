import { useEffect, useRef } from 'react';

import { useConsole } from '../../../kit/api/context.ts';
import type { Me } from '../../../kit/me/me.ts';
import { statusNames } from './own-status.ts';

/** Whose status a supervisor sets is told by whom. What was so before the page was loaded is old. */
export function useStatusSet(person: Me | undefined): void {
  const { toasts } = useConsole();
  const seen = useRef<string>(undefined);
  const isKnown = person !== undefined;
  const by = person?.status_by ?? '';
  const { status_activity: status = 1, status_reason: reason = '', status_since: since = '' } = person ?? {};
  useEffect(() => {
    if (!isKnown) return;
    const now = [status, reason, by, since].join('\n');
    const before = seen.current;
    seen.current = now;
    if (before === undefined || before === now || by === '') return;
    const to = status === 2 && reason !== '' ? `Nghỉ (${reason})` : statusNames[status];
    toasts.show({ key: 'status-set', kind: 'info', text: `${by} đã chuyển bạn sang ${to}.` });
  }, [isKnown, status, reason, by, since, toasts]);
}
