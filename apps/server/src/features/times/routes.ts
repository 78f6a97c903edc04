import { localTime, matchUntil, type TimeSlot, vietnameseHolidays } from '@alo/calendar';
import { holidays, timeGroupAll, timeGroupsNow, updateHolidays } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { holidayDates, holidaysIn, readHolidays } from '../../domain/holidays.ts';
import { hoursWarnings } from '../../domain/hours-warnings.ts';
import { timeSlotsOf } from '../../domain/time-slots.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import type { AnnounceChange } from '../../resource/announce.ts';

interface Deps {
  readonly db: Db;
  readonly announce: AnnounceChange;
  readonly now: () => number;
}

/** What is known of hours besides their rows: how they stand now, and the holidays that they leave out. */
export const timeRoutes = ({ db, announce, now }: Deps): Route[] => [
  route(timeGroupAll, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx.selectFrom('time_group').select(['id', 'name']).orderBy('name').execute(),
    })),
  ),

  route(timeGroupsNow, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const at = now();
      const { time_zone: zone } = await trx.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
      const today = localTime(at, zone).date;
      const days = holidayDates(Number(today.slice(0, 4)), await readHolidays(trx));
      const groups = await trx.selectFrom('time_group').select(['id', 'name']).orderBy('name').execute();
      const hours = await trx.selectFrom('time_group_detail').selectAll().orderBy('position').orderBy('id').execute();
      const byGroup = Map.groupBy(hours, (one) => one.time_group_id);
      return {
        data: groups.map(({ id, name }) => {
          const owners = new Map<TimeSlot, string>();
          for (const one of byGroup.get(id) ?? []) for (const slot of timeSlotsOf(one, days)) owners.set(slot, one.id);
          const slots = [...owners.keys()];
          const { slot, until } = matchUntil({ name, slots }, at, zone);
          return {
            id,
            matches: slot !== null,
            detail_id: slot === null ? null : (owners.get(slot) ?? null),
            until: until === null ? null : new Date(until),
            warnings: hoursWarnings(slots, today),
          };
        }),
      };
    }),
  ),

  route(holidays, ({ caller, params }) => db.inTenant(caller.tenantId, (trx) => holidaysOf(trx, params.year))),

  route(updateHolidays, async (by) => {
    const { tenantId } = by.caller;
    const { year } = by.params;
    const { days } = by.body;
    return await db.inTenant(tenantId, async (trx) => {
      const before = await holidaysOf(trx, year);
      if (days === null) await trx.deleteFrom('holiday_year').where('year', '=', year).execute();
      else {
        await sql`insert into holiday_year (year, days) values (${year}, ${JSON.stringify(days)})
          on conflict (tenant_id, year) do update set days = excluded.days`.execute(trx);
      }
      const after = await holidaysOf(trx, year);
      await audit(trx, actorOf(by), {
        action: 'update',
        subject: 'holiday_year',
        subjectId: tenantId,
        before: { year, days: before.days },
        after: { year, days: after.days },
      });
      // Groups that leave them out match at other times now.
      await announce(trx, { tenantId, subject: 'time-groups', ids: [] });
      return after;
    });
  }),
];

async function holidaysOf(trx: Trx, year: number) {
  const own = await readHolidays(trx);
  return {
    year,
    days: [...holidaysIn(year, own)],
    own: own.has(year),
    suggested: [...vietnameseHolidays(year)],
  };
}
