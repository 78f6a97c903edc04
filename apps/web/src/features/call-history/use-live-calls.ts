import { type CallRow, callDetail, callTotals, historiesCall, type ResultOf } from '@alo/contract';
import { useQueryClient } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { keyOf, useInvalidate } from '../../kit/api/queries.ts';
import { useLive } from '../../kit/live/use-live.ts';
import { useThrottled } from '../../kit/live/use-throttled.ts';

type ListOfCalls = ResultOf<typeof historiesCall>;

/**
 * Keeps the shown calls as they are now: a known row changes in place at once; which rows there are is read again, at most
 * every two seconds.
 */
export function useLiveCalls(): void {
  const queries = useQueryClient();
  const { session } = useConsole();
  const invalidate = useInvalidate();
  const readAgain = useThrottled(() => void invalidate(historiesCall, callDetail, callTotals), 2000);
  const renew = (call: CallRow) =>
    queries.setQueriesData<ListOfCalls>({ queryKey: keyOf(session.tenantCode, historiesCall) }, (page) =>
      page?.data.some(({ id }) => id === call.id)
        ? { ...page, data: page.data.map((row) => (row.id === call.id ? call : row)) }
        : page,
    );
  useLive(
    (event) => {
      if (event.type !== 'call-changed') return;
      renew(event.data);
      readAgain();
    },
    (topic) => {
      if (topic === 'calls') readAgain();
    },
  );
}
