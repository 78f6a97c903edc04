import { type CallRow, historiesCall, type ResultOf } from '@alo/contract';
import { useQueryClient } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { keyOf } from '../../kit/api/queries.ts';
import { useLive } from '../../kit/live/use-live.ts';

type ListOfCalls = ResultOf<typeof historiesCall>;

/** A known row changes in place at once, before it is read again which rows there are. */
export function useLiveCalls(): void {
  const queries = useQueryClient();
  const { session } = useConsole();
  const renew = (call: CallRow) =>
    queries.setQueriesData<ListOfCalls>({ queryKey: keyOf(session.tenantCode, historiesCall) }, (page) =>
      page?.data.some(({ id }) => id === call.id)
        ? { ...page, data: page.data.map((row) => (row.id === call.id ? call : row)) }
        : page,
    );
  useLive(
    (event) => {
      if (event.type === 'call-changed') renew(event.data);
    },
    () => undefined,
  );
}
