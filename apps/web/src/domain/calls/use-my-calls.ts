import { myCalls, type ResultOf } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { useMe } from '../../kit/me/me.ts';

/** Before the switchboard has told anything. */
export const nothingTold: ResultOf<typeof myCalls> = {
  data: [],
  ringing: [],
  phone: 'idle',
  phones: 1,
  lacks: null,
  taken_over: null,
  rang: null,
  idle_since: null,
};

/** One's conversations and what one's phones do, as the switchboard has it: the newest last. Live events keep them. */
export function useMyCalls(): ResultOf<typeof myCalls> {
  const hasPhone = (useMe()?.softphone ?? null) !== null;
  const read = useRead();
  const { data } = useQuery({ ...read(myCalls, {}), enabled: hasPhone, staleTime: Number.POSITIVE_INFINITY });
  return data ?? nothingTold;
}
