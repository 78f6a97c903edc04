import type { AnalysisQuery } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { Window } from '../../domain/call-sums.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Days } from './parties.ts';

/** Days that others are compared with, how far before these they lie, and what of them is counted. */
export interface EarlierDays {
  readonly from: string;
  readonly to: string;
  /** As an interval of the database. */
  readonly shift: string;
  readonly window: Window;
}

/** What days are compared with; a day that is not over is compared with what an earlier one had come to by the same time. */
export async function earlierDays(
  trx: Trx,
  { from, to }: Pick<Days, 'from' | 'to'>,
  against: NonNullable<AnalysisQuery['against']>,
  { timeZone }: Pick<Caller, 'timeZone'>,
  now: Date,
): Promise<EarlierDays> {
  const shift = against === 'previous' ? `${daysIn(from, to)} days` : against === 'week' ? '7 days' : '1 year';
  const { rows } = await sql<{ from: string; to: string; begin: Date; end: Date }>`
    with clock as (select ${now}::timestamptz at time zone ${timeZone} as now, ${shift}::interval as shift),
      days as (select ${from}::date::timestamp as first, (${to}::date + 1)::timestamp as after)
    select to_char(first - shift, 'YYYY-MM-DD') as from, to_char(after - shift - interval '1 day', 'YYYY-MM-DD') as to,
      (first - shift) at time zone ${timeZone} as begin,
      (greatest(first, least(after, now)) - shift) at time zone ${timeZone} as end
    from clock, days`.execute(trx);
  const [found] = rows;
  if (found === undefined) throw new Error('Days have no bounds.');
  return { from: found.from, to: found.to, shift, window: { from: found.begin, to: found.end } };
}

const daysIn = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
