import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

import { tellTimesIn, usualZone } from '../format/time.ts';
import type { Me } from './me.ts';

const keyOf = (tenantCode: string) => `time-zone ${tenantCode}`;

/**
 * Times are told by the company's clocks as soon as it is known who one is (`me` is the key of that), and before by those that it
 * had the last time in this browser.
 */
export function followCompanyClock(
  queries: QueryClient,
  me: QueryKey,
  { storage, tenantCode }: { storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>; tenantCode: string },
): void {
  const key = keyOf(tenantCode);
  const hash = hashKey(me);
  let told = storage.getItem(key) ?? usualZone;
  tellTimesIn(told);
  queries.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== hash) return;
    const zone = queries.getQueryData<Me>(me)?.time_zone ?? told;
    if (zone === told) return;
    told = zone;
    tellTimesIn(zone);
    if (zone === usualZone) storage.removeItem(key);
    else storage.setItem(key, zone);
  });
}
