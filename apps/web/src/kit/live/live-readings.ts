import { type LiveEvent, type StaleAfter, topicOfEvent } from '@alo/contract';
import type { Query, QueryClient } from '@tanstack/react-query';

import type { Live } from './live-client.ts';
import { readAgain } from './read-again.ts';

/**
 * What was read is asked for again after the live events that its endpoint names (`staleAfter`), and after a gap in their topic:
 * once for a page, however many of its parts show it, and no more often than the endpoint says. What an event itself says that the
 * endpoint would answer is taken from it.
 */
export function followLiveReadings(live: Pick<Live, 'listen' | 'onGap'>, queries: QueryClient): void {
  const planned = new Set<StaleAfter>();
  const again = (told: StaleAfter) => void readAgain(queries, ({ meta }) => meta?.staleAfter === told);

  const follow = (told: StaleAfter) => {
    if (planned.has(told)) return;
    if (told.everyMs === 0) {
      again(told);
      return;
    }
    planned.add(told);
    setTimeout(() => {
      planned.delete(told);
      again(told);
    }, told.everyMs);
  };
  const concerned = (by: (told: StaleAfter) => boolean) => {
    const read = queries.getQueryCache().getAll();
    return [...new Set(read.flatMap(({ meta }) => meta?.staleAfter ?? []))].filter(by);
  };
  live.listen((event) => {
    const answer = answerIn(event);
    for (const told of concerned((told) => told.events.includes(event.type) && isCounted(told, event))) {
      if (answer === undefined) follow(told);
      else take(queries, told, answer);
    }
  });
  live.onGap((topic) => {
    for (const told of concerned(({ events }) => events.some((type) => topicOfEvent[type] === topic))) follow(told);
  });
}

/** Whether a change of a call is one that counts there; what is no call counts. */
function isCounted({ calls }: StaleAfter, event: LiveEvent): boolean {
  if (event.type !== 'call-changed' || calls === undefined) return true;
  const { status, answered_at: answered } = event.data;
  return status !== 'in_progress' || (calls === 'answered' && answered !== null);
}

/** What its endpoint would answer now, where the event says so. */
function answerIn(event: LiveEvent): object | undefined {
  switch (event.type) {
    case 'my-calls-changed':
    case 'my-queues-changed':
      return event.data.now;
    default:
      return undefined;
  }
}

/** A reading that is under way may be answered from before, and comes last: it is asked once more behind that. */
function take(queries: QueryClient, told: StaleAfter, answer: object): void {
  const isTold = ({ meta }: Query) => meta?.staleAfter === told;
  const isUnderWay = ({ state }: Query) => state.fetchStatus === 'fetching';
  void readAgain(queries, (query) => isTold(query) && isUnderWay(query));
  for (const { queryKey } of queries.getQueryCache().findAll({ fetchStatus: 'idle', predicate: isTold })) {
    queries.setQueryData(queryKey, answer);
  }
}
