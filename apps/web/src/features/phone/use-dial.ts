import { createHistoriesCall } from '@alo/contract';
import type { PhoneController } from '@alo/softphone';
import { useCallback } from 'react';

import { useConsole } from '../../shared/api/context.ts';
import { explain } from '../../shared/api/problem.ts';

/** Every outgoing call is asked for first (specification §7): the server says what must be dialled, and who it is. */
export function useDial(phone: PhoneController | null): (number: string) => Promise<void> {
  const { api, toasts } = useConsole();
  return useCallback(
    async (number) => {
      if (phone === null) {
        toasts.show({ key: 'phone', kind: 'error', text: 'Điện thoại chưa sẵn sàng nên chưa gọi được.' });
        return;
      }
      if (phone.snapshot().state.call.status !== 'idle') {
        toasts.show({ key: 'phone', kind: 'info', text: 'Bạn đang có cuộc gọi. Hãy kết thúc trước khi gọi số khác.' });
        return;
      }
      try {
        const prepared = await api(createHistoriesCall, { body: { phone: number } });
        phone.dial(prepared.dial, { number: prepared.phone, name: prepared.name ?? '' });
      } catch (error) {
        toasts.show({ key: 'phone', kind: 'error', ...explain(error) });
      }
    },
    [api, toasts, phone],
  );
}
