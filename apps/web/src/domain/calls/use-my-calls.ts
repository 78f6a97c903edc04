import { myCalls, type ResultOf } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useLive } from '../../kit/live/use-live.ts';
import { useMe } from '../../kit/me/me.ts';

const nothing: ResultOf<typeof myCalls> = { data: [], ringing: [], phone: 'idle' };

/** One's conversations and what one's phones do, as the switchboard has it: the newest last. Kept by live events. */
export function useMyCalls(): ResultOf<typeof myCalls> {
  const hasPhone = (useMe()?.softphone ?? null) !== null;
  const read = useRead();
  const invalidate = useInvalidate();
  const { data } = useQuery({ ...read(myCalls, {}), enabled: hasPhone, staleTime: Number.POSITIVE_INFINITY });
  const renew = () => void invalidate(myCalls);
  useLive(
    (event) => event.type === 'my-calls-changed' && renew(),
    (topic) => topic === 'me' && renew(),
  );
  return data ?? nothing;
}
