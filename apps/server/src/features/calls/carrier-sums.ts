import { type CarrierSum, carrierDaysAtMost, type carrierSums } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { callsWanted } from './find-calls.ts';

type Query = z.output<typeof carrierSums.query>;
type Row = Omit<CarrierSum, 'key' | 'name'> & { readonly of: string; readonly key: string; readonly name: string };

/** The calls of a carrier by day, number and hour of the company's clock: gone through once. */
export async function sumsOfCarrier(trx: Trx, query: Query, caller: Caller) {
  const { from, to } = await daysOf(trx, query, caller);
  const clock = sql`call.started_at at time zone ${caller.timeZone}`;
  const { rows } = await sql<Row>`
    with its as (
      select to_char(${clock}, 'YYYY-MM-DD') as day, extract(hour from ${clock})::int as hour, call.service_number as number,
          call.direction, call.status, call.talk_ms
        from call where (call.id, call.started_at) in (${callsWanted(trx, { ...query, from, to }, caller)}))
    select case when grouping(day) = 0 then 'day' when grouping(hour) = 0 then 'hour' when grouping(number) = 0 then 'number'
        else 'all' end as of,
      coalesce(day, hour::text, (select id::text from service_number as own where own.number = its.number and its.number <> ''), '')
        as key,
      coalesce(day, hour || 'h', nullif(national_number(number), ''), '') as name,
      count(*)::int as total, count(*) filter (where direction = 'inbound')::int as inbound,
      count(*) filter (where direction = 'outbound')::int as outbound,
      count(*) filter (where status = 'answered')::int as answered,
      coalesce(round(sum(talk_ms) / 1000.0), 0)::int as talk_seconds
    from its group by grouping sets ((day), (hour), (number), ())
    order by day, hour, count(*) desc, number`.execute(trx);
  const of = (which: string) => rows.filter((row) => row.of === which).map(({ of: _of, ...row }) => row);
  const nothing = { key: '', name: '', total: 0, inbound: 0, outbound: 0, answered: 0, talk_seconds: 0 };
  return {
    from,
    to,
    total: of('all')[0] ?? nothing,
    days: of('day'),
    // Who called is told apart by number only where a number of ours was in it.
    numbers: of('number').filter(({ name }) => name !== ''),
    hours: of('hour'),
  };
}

/** The days that are asked for; where only one end is said, as many as are counted at once. */
async function daysOf(trx: Trx, { from, to }: Query, { timeZone }: Caller): Promise<{ from: string; to: string }> {
  const { rows } = await sql<{ from: string; to: string; days: number }>`
    select to_char(first, 'YYYY-MM-DD') as from, to_char(last, 'YYYY-MM-DD') as to, last - first + 1 as days from (
      select coalesce(${from ?? null}::date, last - ${carrierDaysAtMost - 1}::int) as first, last from (
        select coalesce(${to ?? null}::date, least((now() at time zone ${timeZone})::date,
          coalesce(${from ?? null}::date + ${carrierDaysAtMost - 1}::int, 'infinity'))) as last) as ends) as its`.execute(
    trx,
  );
  const [its] = rows;
  if (its === undefined) throw new Error('A span has no row.');
  if (its.days > carrierDaysAtMost) {
    throw Problem.badRequest({ from: `Nhiều nhất ${carrierDaysAtMost} ngày một lần` });
  }
  return its;
}
