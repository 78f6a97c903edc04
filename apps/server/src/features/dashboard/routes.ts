import { dashboard } from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { type Route, route } from '../../http/route.ts';
import type { Caller } from '../../kernel/caller.ts';
import { countCalls, figuresOf } from './figures.ts';
import { presentAgents, readAgents } from './people.ts';
import { callsIn } from './summed.ts';
import { presentWindows, type Window, windowsOf } from './windows.ts';

export interface DashboardDeps {
  readonly db: Db;
  readonly now: () => number;
  readonly calls: Pick<CallsNow, 'phones'>;
}

export const dashboardRoutes = ({ db, now, calls }: DashboardDeps): Route[] => [
  route(dashboard, async ({ caller, query }) => {
    const at = new Date(now());
    const { tenantId, timeZone } = caller;
    const { windows } = await db.read(tenantId, (trx) => ({
      windows: windowsOf(trx, { date: query.date, timeZone, now: at }),
    }));
    const { date, day, before } = presentWindows(windows);
    const read = await db.read(tenantId, (trx) => ({
      day: countCalls(trx, day, caller),
      before: countCalls(trx, before, caller),
      hours: readHours(trx, { day, before, caller }),
      people: readAgents(trx, day, caller),
    }));
    const [counts, countsBefore] = [read.day[0], read.before[0]];
    if (counts === undefined || countsBefore === undefined) throw new Error('A sum has no row.');
    const extensions = read.people.map(({ extension }) => extension);
    const agents = presentAgents(read.people, await calls.phones(tenantId, extensions));
    const online = agents.filter(({ state }) => state !== 'offline').length;
    return {
      date,
      updated_at: at,
      figures: [
        ...figuresOf(date, counts, countsBefore),
        {
          key: 'online',
          label: 'Đang trực',
          unit: 'people' as const,
          value: online,
          before: null,
          formula: 'Nhân viên có máy nhánh đang kết nối và không ngoại tuyến, ngay lúc này',
          calls: null,
        },
      ],
      hours: read.hours,
      agents,
    };
  }),
];

/** Conversations by the hour of the company's clock that they started in. */
const readHours = (trx: Trx, { day, before, caller }: { day: Window; before: Window; caller: Caller }) =>
  trx
    .with('counted', (db) => {
      const counted = sql<{ at: Date; status: string; n: number; isDay: boolean }>`(
        select at, status, n, true as "isDay" from ${callsIn(day, caller)} as today
        union all select at, status, n, false from ${callsIn(before, caller)} as earlier)`;
      return db
        .selectFrom(counted.as<'one'>(sql`one`))
        .select([
          'status',
          'n',
          'isDay',
          sql<number>`extract(hour from at at time zone ${caller.timeZone})::int`.as('hour'),
        ]);
    })
    .selectFrom(sql<{ hour: number }>`generate_series(0, 23)`.as<'clock'>(sql`clock (hour)`))
    .leftJoin('counted', 'counted.hour', 'clock.hour')
    .groupBy('clock.hour')
    .orderBy('clock.hour')
    .select([
      'clock.hour',
      sumWhere(sql`"isDay" and status = 'answered'`).as('answered'),
      sumWhere(sql`"isDay" and status not in ('answered', 'in_progress')`).as('missed'),
      sumWhere(sql`not "isDay"`).as('before'),
    ]);

const sumWhere = (condition: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(n) filter (where ${condition}), 0)::bigint`;
