import { instantOf, localTime, shiftedDate } from '@alo/calendar';
import { type AdherenceRow, minutesOfShift, type WorkStatus, workOfShift } from '@alo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';
import { adherenceOf, differs, type PlannedShift, type StateSpan } from './adherence.ts';
import { readShifts } from './read-shifts.ts';

export interface AdherenceFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly team_id?: string | undefined;
  readonly account_id?: string | undefined;
  readonly differs?: '1' | undefined;
  readonly search: string;
}

interface PlannedDay {
  readonly account_id: string;
  readonly name: string;
  readonly extension: string;
  readonly team_name: string;
  readonly day: string;
  readonly shift_id: string;
}

const daysAtMost = 31;

/** The days that are asked for: the last seven where nobody says so. */
export function adherenceDays({ from, to }: Pick<AdherenceFilter, 'from' | 'to'>, { timeZone }: Caller, now: number) {
  const today = localTime(now, timeZone).date;
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? shiftedDate(last, -6);
  if (first > last) throw Problem.badRequest({ to: 'Ngày cuối phải từ ngày đầu trở đi' });
  if (shiftedDate(first, daysAtMost - 1) < last) throw Problem.badRequest({ from: `Chọn tối đa ${daysAtMost} ngày` });
  return { from: first, to: last };
}

/** Planned days of the people whom somebody sees, each with how it was kept, the newest first. */
export async function readAdherence(
  trx: Trx,
  caller: Caller,
  { team_id: team, account_id: account, search, ...filter }: AdherenceFilter,
  now: number,
): Promise<AdherenceRow[]> {
  const { from, to } = adherenceDays(filter, caller, now);
  const isAsked: RawBuilder<SqlBool>[] = [accountInReach(reachOf(caller)), sql`account.extension is not null`];
  if (team !== undefined) isAsked.push(sql`account.team_id = ${team}`);
  if (account !== undefined) isAsked.push(sql`account.id = ${account}`);
  const { rows: planned } = await sql<PlannedDay>`
    select account.id as account_id, account.name, account.extension, coalesce(team.name, '') as team_name,
      to_char(entry.day, 'YYYY-MM-DD') as day, entry.shift_id
    from roster_entry as entry join account on account.id = entry.account_id left join team on team.id = account.team_id
    where entry.day between ${from}::date and ${to}::date and entry.shift_id is not null
      and ${sql.join(isAsked, sql` and `)}
    order by entry.day desc, account.name collate "vi-x-icu", account.id`.execute(trx);
  const words = folded(search);
  const found = planned.filter(({ name, extension }) => folded(`${extension} ${name}`).includes(words));
  const shifts = new Map((await readShifts(trx)).map((shift) => [shift.id, shift]));
  const spans = await spansOf(trx, [...new Set(found.map(({ extension }) => extension))], {
    from: instantOf(from, 0, caller.timeZone),
    // The night shift of the last day ends on the next one.
    to: instantOf(shiftedDate(to, 2), 0, caller.timeZone),
    now,
  });
  const rows = found.flatMap(({ shift_id: id, ...one }): AdherenceRow[] => {
    const shift = shifts.get(id);
    if (shift === undefined) return [];
    const instants = ({ from: begins, to: ends }: { from: number; to: number }) => ({
      from: instantOf(one.day, begins, caller.timeZone),
      to: instantOf(one.day, ends, caller.timeZone),
    });
    const minutes = minutesOfShift(shift);
    const plan: PlannedShift = {
      ...instants(minutes),
      work: workOfShift(shift).map(instants),
      breaks: minutes.breaks.map(instants),
    };
    return [
      {
        ...one,
        id: `${one.account_id} ${one.day}`,
        shift_name: shift.name,
        starts_at: new Date(plan.from).toISOString(),
        ends_at: new Date(plan.to).toISOString(),
        ...adherenceOf(plan, spans.get(one.extension) ?? [], now),
      },
    ];
  });
  const begun = rows.filter(({ shifts: count }) => count > 0);
  return filter.differs === undefined ? begun : begun.filter(differs);
}

/** What the time of these extensions went to; of what began before only the last can reach into it. */
async function spansOf(
  trx: Trx,
  extensions: readonly string[],
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
): Promise<Map<string, StateSpan[]>> {
  const { rows } = await sql<{ extension: string; status: WorkStatus; from_at: Date; to_at: Date | null }>`
    select its.extension, span.status, span.from_at, span.to_at
    from unnest(${extensions}::text[]) as its (extension) cross join lateral (
      (select * from status_span where extension = its.extension and from_at < ${new Date(from)}
        order by from_at desc limit 1)
      union all
      (select * from status_span where extension = its.extension
        and from_at >= ${new Date(from)} and from_at < ${new Date(to)})
    ) as span where span.to_at is null or span.to_at > ${new Date(from)}
    order by its.extension, span.from_at`.execute(trx);
  const spans = rows.map(({ extension, status, from_at, to_at }) => ({
    extension,
    status,
    from: from_at.getTime(),
    to: to_at?.getTime() ?? now,
  }));
  return Map.groupBy(spans, ({ extension }) => extension);
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase();
