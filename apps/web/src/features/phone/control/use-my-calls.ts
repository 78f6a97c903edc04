import { type MyCall, myCalls } from '@alo/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useRead } from '../../../shared/api/queries.ts';
import { useLive } from '../../../shared/live/use-live.ts';
import { usePhoneContext } from '../phone-context.ts';

const none: readonly MyCall[] = [];

/** The conversations that one is in, as the switchboard has them: the newest last. Kept by live events. */
export function useMyCalls(): readonly MyCall[] {
  const { extension } = usePhoneContext();
  const options = useRead()(myCalls, {});
  const queries = useQueryClient();
  const { data } = useQuery({ ...options, enabled: extension !== '', staleTime: Number.POSITIVE_INFINITY });
  const renew = () => void queries.invalidateQueries({ queryKey: options.queryKey });
  useLive(
    (event) => event.type === 'my-calls-changed' && renew(),
    (topic) => topic === 'me' && renew(),
  );
  return data?.data ?? none;
}
