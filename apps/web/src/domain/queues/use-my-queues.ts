import { myQueues, type ResultOf } from '@alo/contract';
import { useMutation, useQuery } from '@tanstack/react-query';

import type { Api } from '../../kit/api/client.ts';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { aheadOf } from '../../kit/clock/server-clock.tsx';
import { useOwnExtension } from '../../kit/me/me.ts';

const nothing: ResultOf<typeof myQueues> = {
  at: '',
  wrap_up_until: null,
  wrap_up_required: false,
  wrap_up_call: null,
  why: '',
  data: [],
};

/** One's queues, why none of their calls comes, and how far the server's clock is ahead. */
export function useMyQueues(): ResultOf<typeof myQueues> & { readonly ahead: number } {
  const hasPhone = useOwnExtension() !== '';
  const read = useRead();
  const { data, dataUpdatedAt } = useQuery({
    ...read(myQueues, {}),
    enabled: hasPhone,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data === undefined ? { ...nothing, ahead: 0 } : { ...data, ahead: aheadOf(data.at, dataUpdatedAt) };
}

/** Asks something of one's queues: to be ready again, to join, to leave, to pause. */
export function useQueueControl() {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (ask: (api: Api) => Promise<unknown>) => ask(api),
    onSuccess: () => invalidate(myQueues),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
}
