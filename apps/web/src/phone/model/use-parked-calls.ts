import { type ParkedCallRow, parkedCalls } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { useMe } from '../../kit/me/me.ts';

/** Who waits in a parking place; nobody for whoever has no phone to take them with. Live events keep it. */
export function useParkedCalls(): readonly ParkedCallRow[] {
  const hasPhone = (useMe()?.softphone ?? null) !== null;
  const { data } = useQuery({ ...useRead()(parkedCalls, {}), enabled: hasPhone, staleTime: Number.POSITIVE_INFINITY });
  return data?.data ?? [];
}
