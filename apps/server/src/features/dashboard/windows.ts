import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';

/** A span of time, from its first moment to just before `to`. */
export interface Window {
  readonly from: Date;
  readonly to: Date;
}

/**
 * The day that is looked at, as far as it has come, and the same weekday of the week before up to the same time, by the
 * company's clock.
 */
export async function windowsOf(
  trx: Trx,
  { date, timeZone, now }: { date: string | undefined; timeZone: string; now: Date },
): Promise<{ date: string; day: Window; before: Window }> {
  const { rows } = await sql<{ date: string; from: Date; to: Date; before_from: Date; before_to: Date }>`
    with day as (select coalesce(${date ?? null}::date, (${now}::timestamptz at time zone ${timeZone})::date) as date),
    ends as (
      select date, date::timestamp as from_at,
        greatest(date::timestamp, least((date + 1)::timestamp, ${now}::timestamptz at time zone ${timeZone})) as to_at
      from day)
    select to_char(date, 'YYYY-MM-DD') as date,
      from_at at time zone ${timeZone} as from, to_at at time zone ${timeZone} as to,
      (from_at - interval '7 days') at time zone ${timeZone} as before_from,
      (to_at - interval '7 days') at time zone ${timeZone} as before_to
    from ends`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('A day has no bounds.');
  return {
    date: row.date,
    day: { from: row.from, to: row.to },
    before: { from: row.before_from, to: row.before_to },
  };
}
