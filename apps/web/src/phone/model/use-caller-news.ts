import { customerByPhone } from '@alo/contract';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { keyOf } from '../../kit/api/queries.ts';
import { readAgain } from '../../kit/live/read-again.ts';
import { useLive } from '../../kit/live/use-live.ts';
import { useThrottled } from '../../kit/live/use-throttled.ts';
import type { Found } from './caller.ts';

/** Whoever is in nobody's address book may be added by a colleague at any moment: their name is waited for. */
const strangersEveryMs = 400;
/** A card is read again when it changes, and not at each letter of a note that is being written on it. */
const knownEveryMs = 3_000;

/** Who is calling is read again when a customer is added or changed: the name comes, however close a call and a new customer are. */
export function useCallerNews(): void {
  const queries = useQueryClient();
  const { session, changes } = useConsole();
  const key = keyOf(session.tenantCode, customerByPhone).join(' ');
  const isAsked = ({ queryKey }: Query) => queryKey.slice(0, 3).join(' ') === key;
  const isStranger = (query: Query) => isAsked(query) && foundIn(query)?.customer === undefined;
  const strangers = useThrottled(() => void readAgain(queries, isStranger), strangersEveryMs);
  const known = useThrottled(
    () => void readAgain(queries, (query) => isAsked(query) && !isStranger(query)),
    knownEveryMs,
  );
  const hear = useEffectEvent((subject: string, ids: readonly string[]) => {
    if (subject !== 'customer') return;
    const asked = queries.getQueryCache().findAll({ predicate: isAsked, type: 'active' });
    if (asked.some(isStranger)) strangers();
    if (asked.some((query) => ids.length === 0 || isAbout(foundIn(query), ids))) known();
  });
  useEffect(() => changes.onNews((subject, ids) => hear(subject, ids)), [changes]);
  useLive(
    () => undefined,
    (topic) => topic === 'resources' && known(),
  );
}

/** What was found of somebody who is a customer; undefined of a stranger, and until it is known. */
function foundIn({ state }: Query): (Found & { readonly customer: NonNullable<Found['customer']> }) | undefined {
  // The key is that of this call, whose answers are of this kind.
  const found = state.data as Found | undefined;
  return found?.customer ? { ...found, customer: found.customer } : undefined;
}

const isAbout = (found: ReturnType<typeof foundIn>, ids: readonly string[]): boolean =>
  found !== undefined && [found.customer, ...found.matches].some(({ id }) => ids.includes(id));
