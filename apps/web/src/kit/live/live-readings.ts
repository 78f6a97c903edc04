import { type StaleAfter, topicOfEvent } from '@alo/contract';
import type { QueryClient } from '@tanstack/react-query';

import type { Live } from './live-client.ts';
import { readAgain } from './read-again.ts';

/**
 * What was read is asked for again after the live events that its endpoint names (`staleAfter`), and after a gap in their topic:
 * once for a page, however many of its parts show it, and no more often than the endpoint says.
 */
export function followLiveReadings(live: Pick<Live, 'listen' | 'onGap'>, queries: QueryClient): void {
  const planned = new Set<StaleAfter>();
  const again = (told: StaleAfter) => void readAgain(queries, ({ meta }) => meta?.staleAfter === told);

  const stale = (concerns: (told: StaleAfter) => boolean) => {
    const read = queries.getQueryCache().getAll();
    for (const told of new Set(read.flatMap(({ meta }) => meta?.staleAfter ?? []))) {
      if (!concerns(told) || planned.has(told)) continue;
      if (told.everyMs === 0) {
        again(told);
        continue;
      }
      planned.add(told);
      setTimeout(() => {
        planned.delete(told);
        again(told);
      }, told.everyMs);
    }
  };
  live.listen(({ type }) => stale(({ events }) => events.includes(type)));
  live.onGap((topic) => stale(({ events }) => events.some((type) => topicOfEvent[type] === topic)));
}
