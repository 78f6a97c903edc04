import type { promise } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';

import type { By } from '../../kernel/by.ts';
import type { Condition, LookUp } from '../../resource/resource.ts';

/** From when until before when; who never was called is before all others. */
interface Span {
  readonly from: RawBuilder<Date>;
  readonly to: RawBuilder<Date>;
}

const longAgo = sql<Date>`'-infinity'::timestamptz`;
const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days}::int)`;

/** `never`, `within-7`, `not-30`: who never was called has not been for thirty days, too. */
export function spanOf(when: string): Span {
  const [kind, days] = when.split('-');
  switch (kind) {
    case 'within':
      return { from: daysAgo(Number(days)), to: sql<Date>`'infinity'::timestamptz` };
    case 'not':
      return { from: longAgo, to: daysAgo(Number(days)) };
    default:
      return { from: longAgo, to: sql<Date>`'4713-01-01 BC'::timestamptz` };
  }
}

const inSpan = ({ from, to }: Span) => sql`last.at >= ${from} and last.at < ${to}`;

/** Customers who were called, or called us, lately; or were not. */
export const contacted = (span: Span): Condition =>
  sql<boolean>`exists (select from customer_contact as last where last.customer_id = row.id and ${inSpan(span)})`;

/** The same, by the index of when that was; of each by itself it is asked one by one, whatever statistics say of them together. */
export const foundByContact = (span: Span): LookUp => ({
  found: (atMost) => sql`find_customer_contact(${span.from}, ${span.to}, ${atMost})`,
  knowsWhen: true,
  has: sql<boolean>`exists (select from customer_contact as last where last.customer_id = row.id and ${inSpan(span)} offset 0)`,
});

/** Customers who are to be called again: by the end of today, later, or not at all. */
export function promised(which: Promised, by: By): Condition {
  const span = promiseSpan(which, by);
  return span === null
    ? sql`not exists (select from customer_promise as its where its.customer_id = row.id)`
    : sql`exists (select from customer_promise as its where its.customer_id = row.id and ${its(span)})`;
}

/** The same by the index of when that is; who is promised nothing is in none. */
export function foundByPromise(which: Promised, by: By): LookUp | undefined {
  const span = promiseSpan(which, by);
  if (span === null) return undefined;
  return {
    found: (atMost) => sql`find_customer_promise(${span.from}, ${span.to}, ${atMost})`,
    knowsWhen: true,
    has: sql<boolean>`exists (select from customer_promise as its where its.customer_id = row.id and ${its(span)} offset 0)`,
  };
}

type Promised = z.output<typeof promise>;

const its = ({ from, to }: Span) => sql`its.at >= ${from} and its.at < ${to}`;

function promiseSpan(which: Promised, { caller }: By): Span | null {
  // Selected, so that it is told once: asked of each row, what a zone is called takes longer than the row.
  const tomorrow = sql<Date>`(select ((now() at time zone ${caller.timeZone})::date + 1)::timestamp at time zone ${caller.timeZone})`;
  switch (which) {
    case 'due':
      return { from: longAgo, to: tomorrow };
    case 'later':
      return { from: tomorrow, to: sql<Date>`'infinity'::timestamptz` };
    case 'none':
      return null;
    default:
      return which satisfies never;
  }
}
