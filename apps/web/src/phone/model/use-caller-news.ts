import { type CallSaid, customerByPhone } from '@alo/contract';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { keyOf, useRead } from '../../kit/api/queries.ts';
import { readAgain } from '../../kit/live/read-again.ts';
import { useLive } from '../../kit/live/use-live.ts';
import { useThrottled } from '../../kit/live/use-throttled.ts';
import type { CustomerByPhone } from './caller.ts';
import { withSaid } from './with-said.ts';

/** Whoever is in nobody's address book may be added by a colleague at any moment: their name is waited for. */
const strangersEveryMs = 400;
/** A card is read again when it changes, and not at each letter of a note that is being written on it. */
const knownEveryMs = 3_000;

/**
 * Who is calling is read once for each call, and again when a customer is added or changed: the name comes, however close a call and a new
 * customer are. What one writes of a call at another computer is told. `talked` has the number at the other end of each of the page's calls.
 */
export function useCallerNews(talked: ReadonlyMap<string, string>): void {
  const queries = useQueryClient();
  const { session, changes } = useConsole();
  const key = keyOf(session.tenantCode, customerByPhone).join(' ');
  const isAsked = ({ queryKey }: Query) => queryKey.slice(0, 3).join(' ') === key;
  const isStranger = (query: Query) => isAsked(query) && foundIn(query)?.customer === undefined;
  const strangers = useThrottled(() => void readAgain(queries, isStranger), strangersEveryMs);
  const due = useRef<Due>(new Set());
  const known = useThrottled(() => {
    const ids = due.current;
    due.current = new Set();
    void readAgain(
      queries,
      (query) => isAsked(query) && (ids === 'all' ? !isStranger(query) : isAbout(foundIn(query), ids)),
    );
  }, knownEveryMs);
  useEachCallOnce(talked);
  const hear = useEffectEvent((subject: string, ids: readonly string[]) => {
    if (subject !== 'customer') return;
    const asked = queries.getQueryCache().findAll({ predicate: isAsked, type: 'active' });
    if (asked.some(isStranger)) strangers();
    if (!asked.some((query) => ids.length === 0 || isAbout(foundIn(query), new Set(ids)))) return;
    due.current = dueWith(due.current, ids);
    known();
  });
  useEffect(() => changes.onNews((subject, ids) => hear(subject, ids)), [changes]);
  useLive(
    (event) => {
      if (event.type === 'call-said') void takeSaid(queries, isAsked, event.data);
    },
    (topic) => {
      if (topic !== 'resources' && topic !== 'me') return;
      due.current = 'all';
      known();
    },
  );
}

/** What is known from a call before stands there at once, and is read again as the next one begins, or goes on with somebody else. */
function useEachCallOnce(talked: ReadonlyMap<string, string>): void {
  const queries = useQueryClient();
  const read = useRead();
  const before = useRef(talked);
  useEffect(() => {
    const begun = [...talked].filter(([call, number]) => before.current.get(call) !== number);
    before.current = talked;
    for (const phone of new Set(begun.map(([, number]) => number))) {
      // What is read at this moment is of this call.
      const { queryKey } = read(customerByPhone, { query: { phone } });
      void queries.invalidateQueries({ queryKey, fetchStatus: 'idle' });
    }
  });
}

/** A reading that is under way may be answered from before, and comes last: it is asked once more behind that. */
async function takeSaid(queries: QueryClient, isAsked: (query: Query) => boolean, said: CallSaid): Promise<void> {
  const isOf = (query: Query) => isAsked(query) && answerIn(query)?.customer?.id === (said.customer_id ?? undefined);
  const isUnderWay = ({ state }: Query) => state.fetchStatus === 'fetching';
  for (const query of queries.getQueryCache().findAll({ predicate: isOf, fetchStatus: 'idle' })) {
    const found = answerIn(query);
    // It is no younger for what it was not asked for.
    if (found) queries.setQueryData(query.queryKey, withSaid(found, said), { updatedAt: query.state.dataUpdatedAt });
  }
  // Who was a stranger when it was asked may be the customer by now.
  const mayBe = (query: Query) => isOf(query) || (isAsked(query) && foundIn(query) === undefined);
  await readAgain(queries, (query) => mayBe(query) && isUnderWay(query));
}

/** The key is that of this call, whose answers are of this kind. */
const answerIn = ({ state }: Query): CustomerByPhone | undefined => state.data as CustomerByPhone | undefined;

/** What was found of somebody who is a customer; undefined of a stranger, and until it is known. */
function foundIn(
  query: Query,
): (CustomerByPhone & { readonly customer: NonNullable<CustomerByPhone['customer']> }) | undefined {
  const found = answerIn(query);
  return found?.customer ? { ...found, customer: found.customer } : undefined;
}

const isAbout = (found: ReturnType<typeof foundIn>, ids: ReadonlySet<string>): boolean =>
  found !== undefined && [found.customer, ...found.matches].some(({ id }) => ids.has(id));

/** Customers whose card is to be read again. */
type Due = ReadonlySet<string> | 'all';

/** Where many have changed none is named. */
const dueWith = (due: Due, ids: readonly string[]): Due =>
  due === 'all' || ids.length === 0 ? 'all' : new Set([...due, ...ids]);
