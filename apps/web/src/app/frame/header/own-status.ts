import { type ActivityStatus, updateActivityStatus } from '@alo/contract';
import type { StatusTone } from '@alo/ui';

import { useConsole } from '../../../kit/api/context.ts';
import { useChangeMe } from '../../../kit/me/use-change-me.ts';

export const statusNames: Record<ActivityStatus, string> = { 1: 'Sẵn sàng', 2: 'Bận', 3: 'Ngoại tuyến' };
export const ownStatusTones: Record<ActivityStatus, StatusTone> = { 1: 'ready', 2: 'paused', 3: 'offline' };

/** Changes the own status: it shows at once, and goes back if that is refused. */
export function useChangeStatus() {
  const { api } = useConsole();
  return useChangeMe(
    (body: { status: ActivityStatus; reason: string }) => api(updateActivityStatus, { body }),
    ({ status, reason }) => ({
      status_activity: status,
      status_reason: reason,
      status_since: new Date().toISOString(),
      status_by: '',
    }),
  );
}
