import { type InferResult, sql } from 'kysely';

import { type Placeholders, prepared } from '../../db/prepared.ts';

interface Asked {
  /** Today where it is null. */
  readonly date: string | null;
  readonly timeZone: string;
  readonly now: Date;
}

/**
 * The day that is looked at, as far as it has come, and the same weekday of the week before up to the same time, by the
 * company's clock.
 */
export const windowsOf = prepared((trx, { date, timeZone, now }: Placeholders<Asked>) =>
  trx
    .with('day', (db) =>
      db.selectNoFrom(
        sql<string>`coalesce(${date}::date, (${now}::timestamptz at time zone ${timeZone})::date)`.as('date'),
      ),
    )
    .with('ends', (db) =>
      db.selectFrom('day').select([
        'date',
        sql<Date>`date::timestamp`.as('from_at'),
        sql<Date>`greatest(date::timestamp,
            least((date + 1)::timestamp, ${now}::timestamptz at time zone ${timeZone}))`.as('to_at'),
      ]),
    )
    .selectFrom('ends')
    .select([
      sql<string>`to_char(date, 'YYYY-MM-DD')`.as('date'),
      sql<Date>`from_at at time zone ${timeZone}`.as('from'),
      sql<Date>`to_at at time zone ${timeZone}`.as('to'),
      sql<Date>`(from_at - interval '7 days') at time zone ${timeZone}`.as('beforeFrom'),
      sql<Date>`(to_at - interval '7 days') at time zone ${timeZone}`.as('beforeTo'),
    ]),
);

export function presentWindows([row]: InferResult<ReturnType<typeof windowsOf>>) {
  if (row === undefined) throw new Error('A day has no bounds.');
  return {
    date: row.date,
    day: { from: row.from, to: row.to },
    before: { from: row.beforeFrom, to: row.beforeTo },
  };
}
