import { instantOf } from '@alo/calendar';
import { callsForQueue, minutesOfShift, superAdmin } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../../db/database.ts';
import { dayMs } from '../../../domain/advertising-law.ts';
import type { CampaignFacts } from '../contacts.ts';
import type { Assumption } from './read-world.ts';
import type { Presence } from './rehearsal-plan.ts';

interface Person {
  readonly id: string;
  readonly extension: string;
}

/** Who is there for a campaign and when: those of its queue, or its members, by the roster where it plans any of them, else all the time. */
export async function readPeople(
  trx: Trx,
  { id, dialling }: CampaignFacts,
  { today, days, timeZone }: { readonly today: string; readonly days: number; readonly timeZone: string },
): Promise<{
  readonly extensions: readonly string[];
  readonly people: readonly (Presence | null)[];
  readonly taken: readonly Assumption[];
}> {
  if (dialling.mode === 'broadcast') return { extensions: [], people: [], taken: [] };
  const all = callsForQueue(dialling.mode) ? await ofQueue(trx, dialling.queueId) : await members(trx, id);
  const shifts = await shiftsOf(
    trx,
    all.map((one) => one.id),
    { today, days },
  );
  const planned = new Set(shifts.map(({ day }) => day));
  const people =
    planned.size === 0
      ? all.map(() => null)
      : all.map((one) => presenceOf(one, shifts, { planned, today, days, timeZone }));
  const whose = callsForQueue(dialling.mode) ? 'người của hàng đợi' : 'người gọi cho chiến dịch';
  const n = all.length.toLocaleString('vi-VN');
  return {
    extensions: all.map(({ extension }) => extension),
    people,
    taken: [
      planned.size > 0
        ? {
            what: 'Người trực',
            words: `${n} ${whose}, theo lịch trực đến ${[...planned].toSorted().at(-1)?.split('-').toReversed().join('/')}; ngày chưa xếp lịch thì có mặt suốt giờ gọi`,
            guessed: false,
          }
        : { what: 'Người trực', words: `${n} ${whose}, có mặt suốt giờ gọi: lịch trực chưa xếp ai`, guessed: true },
    ],
  };
}

async function ofQueue(trx: Trx, id: string | null): Promise<Person[]> {
  const { rows } = await sql<Person>`select account.id, account.extension from queue_member
    join extension on extension.id = queue_member.extension_id
    join account on account.extension = extension.number and account.active
    where queue_member.queue_id = ${id}::uuid order by account.extension`.execute(trx);
  return rows;
}

async function members(trx: Trx, id: string): Promise<Person[]> {
  const { rows } =
    await sql<Person>`select account.id, account.extension from account join role on role.id = account.role_id
    where account.active and account.extension is not null and (role.name = ${superAdmin} or 'campaign.call' = any(role.permissions))
      and (not exists (select from campaign_member where campaign_id = ${id})
        or exists (select from campaign_member where campaign_id = ${id} and account_id = account.id))
    order by account.extension`.execute(trx);
  return rows;
}

interface Shift {
  readonly account_id: string;
  readonly day: string;
  readonly from_time: string;
  readonly to_time: string;
  readonly breaks: readonly { readonly from_time: string; readonly to_time: string }[];
}

async function shiftsOf(
  trx: Trx,
  ids: readonly string[],
  { today, days }: { today: string; days: number },
): Promise<Shift[]> {
  const { rows } = await sql<Shift>`
    select entry.account_id, to_char(entry.day, 'YYYY-MM-DD') as day, shift.from_time, shift.to_time, coalesce((
        select json_agg(json_build_object('from_time', its.from_time, 'to_time', its.to_time) order by its.position)
        from shift_break as its where its.shift_id = shift.id), '[]') as breaks
      from roster_entry as entry join shift on shift.id = entry.shift_id
      where entry.account_id = any(${[...ids]}::uuid[]) and entry.day between ${today}::date - 1 and ${today}::date + ${days}::int
      order by entry.day`.execute(trx);
  return rows;
}

interface Days {
  readonly planned: ReadonlySet<string>;
  readonly today: string;
  readonly days: number;
  readonly timeZone: string;
}

/** A day for which nobody is planned is one on which everybody is there, as queues that go by the roster have it. */
function presenceOf({ id }: Person, shifts: readonly Shift[], { planned, today, days, timeZone }: Days): Presence {
  const own = Map.groupBy(
    shifts.filter((shift) => shift.account_id === id),
    ({ day }) => day,
  );
  const spans: { from: number; to: number }[] = [];
  const add = (day: string, from: number, to: number) => {
    const [begins, ends] = [instantOf(day, from, timeZone), instantOf(day, to, timeZone)];
    const last = spans.at(-1);
    if (last !== undefined && begins <= last.to) last.to = Math.max(last.to, ends);
    else spans.push({ from: begins, to: ends });
  };
  for (let nth = -1; nth <= days; nth += 1) {
    const day = new Date(Date.parse(`${today}T00:00:00Z`) + nth * dayMs).toISOString().slice(0, 10);
    if (!planned.has(day)) {
      if (nth >= 0) add(day, 0, 1_440);
      continue;
    }
    for (const shift of own.get(day) ?? []) {
      const { from, to, breaks } = minutesOfShift(shift);
      let begins = from;
      for (const pause of breaks) {
        if (pause.from > begins) add(day, begins, pause.from);
        begins = pause.to;
      }
      if (to > begins) add(day, begins, to);
    }
  }
  return spans;
}
